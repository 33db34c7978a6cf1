import type { ComposeTarget } from '../../compose/compose-state.ts'
import { outgoing, type Outgoing } from '../../compose/sending/outgoing.ts'
import { channelOf, directOf, topicOf, type Narrow } from '../../narrow/narrow.ts'
import { Avatar } from '../../people/avatar.tsx'
import { directKey } from '../../state/conversations/direct.ts'
import { ownUser } from '../../state/own/own.ts'
import { words } from '../../words/message.ts'

/** Messages of this view that are on their way; those that failed are told below, where they are written. */
export function OutgoingRows({ narrow }: { readonly narrow: Narrow }) {
  return (
    <>
      {sendingIn(narrow).map((one) => (
        <OutgoingRow key={one.localId} one={one} />
      ))}
    </>
  )
}

/** Messages of this view that are on their way. */
export function sendingIn(narrow: Narrow): readonly Outgoing[] {
  return outgoing.value.filter(({ state, target }) => state === 'sending' && isHere(narrow, target))
}

function OutgoingRow({ one }: { readonly one: Outgoing }) {
  return (
    <div class="message first last outgoing" aria-busy="true">
      <div class="message-side">
        <span class="sender-picture">
          <Avatar of={ownUser.value} />
        </span>
      </div>
      <div class="message-main">
        <div class="sender-line">
          <span class="sender-name">{ownUser.value?.full_name}</span>
        </div>
        <p class="outgoing-text">{one.content}</p>
      </div>
      <div class="message-time">{words('sending')}</div>
    </div>
  )
}

function isHere(narrow: Narrow, target: ComposeTarget): boolean {
  if (narrow.some(({ operator }) => !KNOWN.has(operator))) return false
  if (target.kind === 'direct') {
    const people = directOf(narrow)
    const isAll = channelOf(narrow) === undefined && people === undefined
    return isAll || (people !== undefined && directKey(people) === directKey(target.userIds))
  }
  const channelId = channelOf(narrow)
  const topic = topicOf(narrow)
  if (directOf(narrow) !== undefined) return false
  return (
    (channelId === undefined || channelId === target.channelId) &&
    (topic === undefined || topic.toLowerCase() === (target.topic ?? '').toLowerCase())
  )
}

const KNOWN = new Set(['channel', 'topic', 'dm', 'near', 'with'])
