"""Books an appointment with the client that openapi-python-client generates."""

from os import environ
from uuid import UUID

from daybook_api_client import AuthenticatedClient
from daybook_api_client.api.account import get_me
from daybook_api_client.api.appointments import (
    book_appointment,
    find_availability,
    get_appointment,
    get_appointment_promotion,
    transition_appointment,
)
from daybook_api_client.api.clients import get_client
from daybook_api_client.api.menu import list_services
from daybook_api_client.models import (
    AppointmentEnvelope,
    AppointmentStatus,
    BookingInput,
    BookingItemInput,
    TimeConflictError,
    TransitionInput,
)

api = AuthenticatedClient(base_url=environ["ADDRESS"] + "/api/v1", token=environ["KEY"])
business, location, service, client = (
    UUID(environ[name]) for name in ("BUSINESS", "LOCATION", "SERVICE", "CLIENT")
)

me = get_me.sync(client=api).data
print("key", me.api_key.label)
answers = get_client.sync(business, client, client=api).data.custom_fields
print("client", answers[environ["TEXT_FIELD"]], str(answers[environ["YES_NO_FIELD"]]).lower())
services = list_services.sync(business, client=api).data.items
print("service", next(each.name for each in services if each.id == service))
availability = find_availability.sync(
    business, client=api, location_id=location, service_ids=[service], from_="2027-03-15", to="2027-03-15"
)
slot = availability.data.slots[0]
body = BookingInput(
    client_id=client,
    location_id=location,
    starts_at=slot.starts_at,
    items=[BookingItemInput(service_id=service, staff_id=slot.items[0].staff_id)],
)
booked = book_appointment.sync(business, client=api, body=body)
assert isinstance(booked, AppointmentEnvelope), booked
appointment = booked.data.id
read = get_appointment.sync(business, appointment, client=api).data
print("read", str(read.id == appointment).lower(), read.status)
again = book_appointment.sync(business, client=api, body=body)
assert isinstance(again, TimeConflictError), again
print("conflict", again.code, again.details.conflicts[0].reason)
promotion = get_appointment_promotion.sync(business, appointment, client=api).data
print("promotion", str(promotion is None).lower())
to = TransitionInput(to=AppointmentStatus.CANCELLED)
cancelled = transition_appointment.sync(business, appointment, client=api, body=to)
assert isinstance(cancelled, AppointmentEnvelope), cancelled
print("cancelled", cancelled.data.status, cancelled.data.cancelled_by)
