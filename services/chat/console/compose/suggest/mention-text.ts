import { fenceFor } from '../text-edit.ts'

export interface Named {
  readonly user_id: number
  readonly full_name: string
}

/** A mention as it is written; the id only where two share the name. */
export function mentionText(
  person: Named,
  { isSilent, isAmbiguous }: { readonly isSilent: boolean; readonly isAmbiguous: boolean },
): string {
  const id = isAmbiguous || /[*|]/.test(person.full_name) ? `|${person.user_id}` : ''
  return `@${isSilent ? '_' : ''}**${person.full_name}${id}**`
}

// In a name these would end the link, or begin something else.
const UNSAFE = /[`*>&\][]|\$\$/

/** A link to a channel, or to a topic of it. */
export function channelLink(
  channel: { readonly stream_id: number; readonly name: string },
  topic?: string,
): string {
  const { name, stream_id: id } = channel
  if (!UNSAFE.test(name) && (topic === undefined || !UNSAFE.test(topic))) {
    return topic === undefined ? `#**${name}**` : `#**${name}>${topic}**`
  }
  const label = (text: string): string =>
    text.replaceAll(/[`*[\]$]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  const place = `#narrow/channel/${id}-${hashPart(name.replaceAll(' ', '-'))}`
  if (topic === undefined) return `[#${label(name)}](${place})`
  return `[#${label(name)} > ${label(topic)}](${place}/topic/${hashPart(topic)})`
}

/** Text as Zulip's addresses write it: percent signs as full stops. */
function hashPart(text: string): string {
  return encodeURIComponent(text)
    .replaceAll('.', '%2E')
    .replaceAll(/[!'()*~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%', '.')
}

export interface Quoted {
  readonly sender: Named
  readonly isAmbiguous: boolean
  /** Where the message is: an address that others can open too. */
  readonly link: string
  readonly content: string
  /** `said`, in the writer's language. */
  readonly said: string
}

/** A message quoted, with who said it and where. */
export function quoteText({ sender, isAmbiguous, link, content, said }: Quoted): string {
  const fence = fenceFor(content)
  const who = mentionText(sender, { isSilent: true, isAmbiguous })
  return `${who} [${said}](${link}):\n${fence}quote\n${content}\n${fence}\n`
}
