import type { Loose } from '../chat-service.ts'

/** The smallest archive of a Zulip server: two people, a channel, a message. */
export function smallArchive(): Record<string, Loose> {
  const user = { is_bot: false, role: 400, is_active: true, date_joined: 1_600_000_000.5 }
  return {
    'realm.json': {
      zerver_realm: [{ id: 2, name: 'Denmark', description: '', date_created: 1_600_000_000 }],
      zerver_userprofile: [
        { ...user, id: 10, delivery_email: 'iago@example.com', full_name: 'Iago', role: 100 },
        { ...user, id: 11, delivery_email: 'zoe@example.com', full_name: 'Zoë' },
      ],
      zerver_userprofile_crossrealm: [{ id: 1, email: 'notification-bot@zulip.com' }],
      zerver_stream: [{ id: 7, name: 'Verona', description: '', date_created: 1_600_000_000 }],
      zerver_recipient: [
        { id: 70, type: 2, type_id: 7 },
        { id: 71, type: 1, type_id: 10 },
        { id: 72, type: 1, type_id: 11 },
      ],
      zerver_subscription: [
        { id: 1, user_profile: 10, recipient: 70, active: true },
        { id: 2, user_profile: 11, recipient: 70, active: true },
      ],
      zerver_client: [{ id: 3, name: 'website' }],
      zerver_reaction: [],
    },
    'attachment.json': { zerver_attachment: [] },
    'messages-000001.json': {
      zerver_message: [message(100, 'hello')],
      zerver_usermessage: [
        { id: 1, user_profile: 10, message: 100, flags_mask: 1 },
        { id: 2, user_profile: 11, message: 100, flags_mask: 0 },
      ],
    },
  }
}

export function message(id: number, content: string, more: Loose = {}): Loose {
  return {
    id,
    sender: 10,
    recipient: 70,
    subject: 'lunch',
    content,
    rendered_content: '<p><script>alert(1)</script></p>',
    date_sent: 1_600_000_000 + id,
    sending_client: 3,
    ...more,
  }
}
