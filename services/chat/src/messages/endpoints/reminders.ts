import { defaulted, required } from '@oficina/api/parameter.ts'

import { REMINDERS } from '../../../wire/personal.ts'
import { INTEGER, objectOf } from '../../../wire/shape.ts'
import { endpoint } from '../../api/endpoint.ts'
import { integer, text, timestamp } from '../../api/kinds.ts'
import { numberInPath } from '../../api/path-parameters.ts'
import { forgetReminder, remind } from '../actions/reminders.ts'
import { MAX_REMINDERS, reminderObject } from '../reminder-object.ts'
import { remindersOf } from '../store/reminder-store.ts'

export const getReminders = endpoint({
  method: 'GET',
  path: '/reminders',
  summary: 'What the caller is to be reminded of, the next one first',
  parameters: {},
  answer: objectOf({ reminders: REMINDERS }),
  auth: 'human',
  handle: async ({ tools, caller }) => {
    const rows = await remindersOf(tools.database, caller.realm.id, caller.id, MAX_REMINDERS)
    return { reminders: rows.map(reminderObject) }
  },
})

export const postReminder = endpoint({
  method: 'POST',
  path: '/reminders',
  summary: 'Be reminded of a message by the notification bot',
  parameters: {
    message_id: required(integer()),
    scheduled_delivery_timestamp: required(timestamp),
    note: defaulted(text(), ''),
  },
  answer: objectOf({ reminder_id: INTEGER }),
  auth: 'human',
  handle: async ({ tools, caller, values }) => ({
    reminder_id: await remind(tools, caller, {
      messageId: values.message_id,
      deliverAt: values.scheduled_delivery_timestamp,
      note: values.note,
    }),
  }),
})

export const deleteReminder = endpoint({
  method: 'DELETE',
  path: '/reminders/:reminder_id',
  summary: 'Not be reminded after all',
  named: { reminder_id: numberInPath('The reminder.') },
  parameters: {},
  auth: 'human',
  handle: ({ tools, caller, values }) => forgetReminder(tools, caller, values.reminder_id),
})
