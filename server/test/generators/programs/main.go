// Books an appointment with the client that oapi-codegen generates.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"

	"example.com/booking/daybook"
	"github.com/google/uuid"
)

func main() {
	ctx := context.Background()
	business := uuid.MustParse(os.Getenv("BUSINESS"))
	location := uuid.MustParse(os.Getenv("LOCATION"))
	client := uuid.MustParse(os.Getenv("CLIENT"))
	key := daybook.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("KEY"))
		return nil
	})
	api, err := daybook.NewClientWithResponses(os.Getenv("ADDRESS")+"/api/v1", key)
	check(err)
	me, err := api.GetMeWithResponse(ctx)
	check(err)
	fmt.Println("key", me.JSON200.Data.ApiKey.Label)
	record, err := api.GetClientWithResponse(ctx, business, client)
	check(err)
	text, err := record.JSON200.Data.CustomFields[os.Getenv("TEXT_FIELD")].AsClientCustomFields0()
	check(err)
	yes, err := record.JSON200.Data.CustomFields[os.Getenv("YES_NO_FIELD")].AsClientCustomFields1()
	check(err)
	fmt.Println("client", text, yes)
	services, err := api.ListServicesWithResponse(ctx, business, &daybook.ListServicesParams{})
	check(err)
	for _, service := range services.JSON200.Data.Items {
		if service.Id.String() == os.Getenv("SERVICE") {
			fmt.Println("service", service.Name)
		}
	}
	service := uuid.MustParse(os.Getenv("SERVICE"))
	availability, err := api.FindAvailabilityWithResponse(ctx, business, &daybook.FindAvailabilityParams{
		LocationId: location, ServiceIds: []uuid.UUID{service}, From: "2027-03-15", To: "2027-03-15",
	})
	check(err)
	slot := (*availability.JSON200.Data.Slots)[0]
	input := daybook.BookingInput{
		ClientId: client, LocationId: location, StartsAt: slot.StartsAt,
		Items: []daybook.BookingItemInput{{ServiceId: service, StaffId: slot.Items[0].StaffId}},
	}
	booked, err := api.BookAppointmentWithResponse(ctx, business, nil, input)
	check(err)
	appointment := booked.JSON201.Data.Id
	read, err := api.GetAppointmentWithResponse(ctx, business, appointment, nil)
	check(err)
	fmt.Println("read", read.JSON200.Data.Id == appointment, read.JSON200.Data.Status)
	again, err := api.BookAppointmentWithResponse(ctx, business, nil, input)
	check(err)
	fmt.Println("conflict", again.JSON409.Code, again.JSON409.Details.Conflicts[0].Reason)
	promotion, err := api.GetAppointmentPromotionWithResponse(ctx, business, appointment)
	check(err)
	fmt.Println("promotion", promotion.JSON200.Data == nil)
	to := daybook.TransitionInput{To: daybook.AppointmentStatusCancelled}
	cancelled, err := api.TransitionAppointmentWithResponse(ctx, business, appointment, nil, to)
	check(err)
	fmt.Println("cancelled", cancelled.JSON200.Data.Status, *cancelled.JSON200.Data.CancelledBy)
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
