import { sql } from '@oficina/kit/sql.ts'

import type { ChatTest, Person } from '../chat-service.ts'

/** A channel that these people are subscribed to, made by the first of them. @returns its id */
export async function channelOfAll(
  name: string,
  people: readonly Person[],
  more: Readonly<Record<string, unknown>> = {},
): Promise<number> {
  const [maker] = people
  if (maker === undefined) throw new Error('a channel is made by somebody')
  await maker.post('/users/me/subscriptions', {
    subscriptions: [{ name, description: 'Avance de la obra' }],
    principals: people.map(({ id }) => id),
    send_new_subscription_messages: false,
    ...more,
  })
  const { json } = await maker.get('/get_stream_id', { stream: name })
  return Number(json['stream_id'])
}

/** Sends a message to a topic. @returns its id */
export async function sendTo(
  sender: Person,
  channelId: number,
  topic: string,
  content: string,
): Promise<number> {
  const { json } = await sender.post('/messages', {
    type: 'stream',
    to: channelId,
    topic,
    content,
  })
  return Number(json['id'])
}

/** One message of each kind that the page shows in a way of its own. */
export const MESSAGE_KINDS: readonly string[] = [
  'Hola @**Ana Torres** y @**all**, mira #**obra-12>cimbra** y https://example.com/x',
  '```python\ndef suma(a, b):\n    """Suma dos."""\n    return a + b  # 42\n```',
  '| Material | Faltan |\n|---|--:|\n| Tarimas | 12 |\n| Clavos | 300 |\n\n> Se pidió ayer.\n\n* uno\n* dos',
  '```spoiler Final\nel gato\n```\n$$\\frac{a}{b}=\\sqrt{x^2+1}$$',
  'Nos vemos <time:2026-03-02T16:30:00Z> con `código` y **ganas**',
  ':tada: :smile:',
]

export interface Seed {
  readonly channelId: number
  readonly topic: string
  readonly senders: readonly Person[]
  readonly count: number
}

/**
 * Many messages at once, of one to six lines each, a minute apart, as they lie in the database after a long time.
 * @returns the ids of the first and the last
 */
export async function seedMessages(
  { database, realmId }: ChatTest,
  { channelId, topic, senders, count }: Seed,
): Promise<{ readonly first: number; readonly last: number }> {
  const ids = senders.map(({ id }) => id)
  const rows = await database.query<{ first: string; last: string }>(sql`
    with made as (
      insert into chat.message (realm_id, recipient_id, stream_id, topic, sender_id, content, rendered_content, client,
        sent_at, is_read_by_sender)
      select ${realmId}, s.recipient_id, s.id, ${topic}, (${ids}::bigint[])[1 + (n / 3) % ${ids.length}],
        'Mensaje ' || n, '<p>Mensaje ' || n || repeat('<br>' || chr(10) || 'otra línea del avance', n % 6) || '</p>',
        'website', now() - (${count} - n) * interval '1 minute', false
      from chat.stream s, generate_series(1, ${count}::int) n
      where s.realm_id = ${realmId} and s.id = ${channelId}
      order by n
      returning id)
    select min(id) as first, max(id) as last from made`)
  const [row] = rows
  return { first: Number(row?.first), last: Number(row?.last) }
}
