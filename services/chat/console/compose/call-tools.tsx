import phoneIcon from 'lucide-static/icons/phone.svg'
import videoIcon from 'lucide-static/icons/video.svg'
import type { RefObject } from 'preact'
import type { AnchoredItem } from '@oficina/web/anchored-menu.tsx'
import { IconButton } from '@oficina/web/button.tsx'
import { Icon } from '@oficina/web/icon.tsx'
import { toast } from '@oficina/web/toasts.tsx'
import { writeInto } from '@oficina/web/write-into.ts'

import { failureText } from '../session/failure-text.ts'
import { words } from '../words/compose.ts'
import { selectedIn } from './message-field.tsx'
import { targetName } from './recipient/target-narrow.ts'
import type { ConversationHere } from './suggest/suggestion.ts'
import { replaced } from './text-edit.ts'
import { hasCalls, newCall, type CallKind } from './video-call.ts'

interface CallToolsProps {
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly here: ConversationHere
  readonly isDisabled: boolean
}

const CALLS = [
  { kind: 'video', icon: videoIcon, label: 'videoCall' },
  { kind: 'voice', icon: phoneIcon, label: 'voiceCall' },
] as const

/** Puts links to new calls into the message, where the organization has a server for them. */
export function CallTools(props: CallToolsProps) {
  if (!hasCalls()) return null
  return (
    <>
      {CALLS.map(({ kind, icon, label }) => (
        <IconButton
          key={kind}
          icon={icon}
          class="format-one"
          label={words(label)}
          disabled={props.isDisabled}
          onClick={() => void writeCall(kind, props)}
        />
      ))}
    </>
  )
}

/** The same for a menu. */
export function callItems(props: Omit<CallToolsProps, 'isDisabled'>): readonly AnchoredItem[] {
  if (!hasCalls()) return []
  return CALLS.map(({ kind, icon, label }) => ({
    label: words(label),
    icon: <Icon svg={icon} />,
    run: () => void writeCall(kind, props),
  }))
}

async function writeCall(
  kind: CallKind,
  { field, here }: Omit<CallToolsProps, 'isDisabled'>,
): Promise<void> {
  const { channelId, topic, userIds } = here
  const target =
    channelId === undefined && userIds.length > 0
      ? ({ kind: 'direct', userIds } as const)
      : ({ kind: 'channel', channelId, topic } as const)
  const isNowhere = channelId === undefined && userIds.length === 0
  try {
    const url = await newCall(kind, isNowhere ? words('callName') : targetName(target))
    if (field.current === null) return
    const text = words(kind === 'video' ? 'joinVideo' : 'joinVoice')
    writeInto(field.current, replaced(selectedIn(field.current), `[${text}](${url})`))
  } catch (error) {
    toast({ tone: 'danger', text: failureText(error) })
  }
}
