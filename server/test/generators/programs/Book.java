import java.util.List;
import java.util.UUID;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.JSON;
import org.openapitools.client.api.AccountApi;
import org.openapitools.client.api.AppointmentsApi;
import org.openapitools.client.api.ClientsApi;
import org.openapitools.client.api.MenuApi;
import org.openapitools.client.model.AppointmentStatus;
import org.openapitools.client.model.BookingInput;
import org.openapitools.client.model.BookingItemInput;
import org.openapitools.client.model.TimeConflictError;
import org.openapitools.client.model.TransitionInput;

/** Books an appointment with the client that openapi-generator generates. */
public class Book {
  public static void main(String[] arguments) throws Exception {
    var api = new ApiClient();
    api.updateBaseUri(System.getenv("ADDRESS") + "/api/v1");
    // Otherwise Jackson also reads a boolean as a string, and the client refuses a value that matches both types.
    api.setObjectMapper(JSON.getDefault().getMapper());
    api.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + System.getenv("KEY")));
    var business = id("BUSINESS");
    var location = id("LOCATION");
    var service = id("SERVICE");
    var client = id("CLIENT");

    var key = new AccountApi(api).getMe().getData().getApiKey();
    System.out.println("key " + key.getLabel());
    var answers = new ClientsApi(api).getClient(business, client).getData().getCustomFields();
    var text = answers.get(System.getenv("TEXT_FIELD")).getString();
    var yes = answers.get(System.getenv("YES_NO_FIELD")).getBoolean();
    System.out.println("client " + text + " " + yes);
    var services = new MenuApi(api).listServices(business, null, null, null, null, null, null).getData().getItems();
    for (var each : services)
      if (each.getId().equals(service)) System.out.println("service " + each.getName());
    var appointments = new AppointmentsApi(api);
    var day = "2027-03-15";
    var availability = appointments.findAvailability(
        business, location, List.of(service), day, day, null, null, null, null, null, null);
    var slot = availability.getData().getSlots().get(0);
    var item = new BookingItemInput().serviceId(service).staffId(slot.getItems().get(0).getStaffId());
    var input = new BookingInput()
        .clientId(client).locationId(location).startsAt(slot.getStartsAt()).items(List.of(item));
    var appointment = appointments.bookAppointment(business, input, null, null).getData().getId();
    var read = appointments.getAppointment(business, appointment, null).getData();
    System.out.println("read " + read.getId().equals(appointment) + " " + read.getStatus());
    try {
      appointments.bookAppointment(business, input, null, null);
    } catch (ApiException refusal) {
      var conflict = api.getObjectMapper().readValue(refusal.getResponseBody(), TimeConflictError.class);
      var reason = conflict.getDetails().getConflicts().get(0).getReason();
      System.out.println("conflict " + conflict.getCode() + " " + reason);
    }
    var promotion = appointments.getAppointmentPromotion(business, appointment).getData();
    System.out.println("promotion " + (promotion == null));
    var to = new TransitionInput().to(AppointmentStatus.CANCELLED);
    var cancelled = appointments.transitionAppointment(business, appointment, to, null, null, null).getData();
    System.out.println("cancelled " + cancelled.getStatus() + " " + cancelled.getCancelledBy());
  }

  private static UUID id(String name) {
    return UUID.fromString(System.getenv(name));
  }
}
