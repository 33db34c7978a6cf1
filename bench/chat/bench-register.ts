import {
  addPeople,
  mustWork,
  percentile,
  person,
  round,
  type ChatUnderTest,
} from './chat-under-test.ts'

const PEOPLE = 10_000
const CHANNELS = 1_000
const CALLS = 30

/** /register for everything, in a realm of 10,000 people and 1,000 channels of which the caller has 100. */
export async function benchRegister(chat: ChatUnderTest) {
  const first = await addPeople(chat, PEOPLE)
  await addChannels(chat, first)
  const measured: Record<string, { times: number[]; bytes: number }> = {}
  for (const [name, fields] of Object.entries({
    without_subscribers: {},
    partial_subscribers: { include_subscribers: '"partial"' },
  })) {
    const cell = { times: [] as number[], bytes: 0 }
    for (let call = 0; call < CALLS; call += 1) {
      const answer = await chat.call(person(0), 'POST', '/register', {
        slim_presence: true,
        client_gravatar: true,
        ...fields,
      })
      mustWork(answer)
      cell.bytes = answer.text.length
      if (call >= 3) cell.times.push(answer.ms)
    }
    measured[name] = cell
  }
  return {
    people: PEOPLE,
    channels: CHANNELS,
    ...Object.fromEntries(
      Object.entries(measured).map(([name, { times, bytes }]) => [
        name,
        {
          p50_ms: round(percentile(times, 0.5)),
          p99_ms: round(percentile(times, 0.99)),
          megabytes: round(bytes / 1e6),
        },
      ]),
    ),
  }
}

/** A thousand channels: everybody in twenty, the first person in a hundred. */
export async function addChannels(
  { database, realmId }: ChatUnderTest,
  first: number,
): Promise<void> {
  await database.query({
    text: `with groups as (select max(id) filter (where name = 'role:nobody') as nobody, max(id) filter (where name = 'role:everyone') as everyone,
             max(id) filter (where name = 'role:administrators') as admins from user_group where realm_id = $1),
           numbered as (select n from generate_series(1, ${CHANNELS}) n),
           conversation as (insert into recipient (realm_id) select $1 from numbered returning id),
           paired as (select id, row_number() over (order by id) as n from conversation)
           insert into stream (realm_id, recipient_id, name, description, rendered_description, created_at, can_add_subscribers_group,
             can_administer_channel_group, can_create_topic_group, can_delete_any_message_group, can_delete_own_message_group,
             can_move_messages_out_of_channel_group, can_move_messages_within_channel_group, can_remove_subscribers_group,
             can_resolve_topics_group, can_send_message_group, can_subscribe_group)
           select $1, p.id, 'register ' || p.n, 'About ' || p.n, '<p>About ' || p.n || '</p>', now(), g.nobody, g.nobody, g.everyone,
             g.nobody, g.nobody, g.nobody, g.nobody, g.admins, g.nobody, g.everyone, g.nobody from paired p, groups g`,
    values: [realmId],
  })
  // Everybody in twenty channels; the first person in a hundred.
  await database.query({
    text: `insert into subscription (realm_id, user_id, recipient_id, stream_id, history, read)
           select $1, u, st.recipient_id, st.id, '{[0,)}', '{}' from generate_series($2::bigint, $2::bigint + ${PEOPLE - 1}) u
           join (select id, recipient_id, row_number() over (order by id) as n from stream where realm_id = $1 and name like 'register %') st
             on (st.n + u) % 50 = 0 or (u = $2 and st.n <= 100) on conflict do nothing`,
    values: [realmId, first],
  })
  await database.query({ text: 'vacuum analyze subscription', values: [] })
  await database.query({ text: 'vacuum analyze user_profile', values: [] })
}
