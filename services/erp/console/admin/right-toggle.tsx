import banIcon from 'lucide-static/icons/ban.svg'
import checkIcon from 'lucide-static/icons/check.svg'
import { classes } from '@oficina/web/dom.ts'
import { formatDecimal } from '@oficina/web/formats.ts'
import { Icon } from '@oficina/web/icon.tsx'

import { words } from '../words/admin.ts'
import type { ProfileMatrix } from './load-profile.ts'
import {
  MODULE,
  nextWord,
  ownWord,
  standingOf,
  type Changes,
  type Standing,
  type Word,
} from './profile-rights.ts'

export interface RightToggleProps {
  readonly matrix: ProfileMatrix
  readonly changes: Changes
  readonly isReadOnly: boolean
  readonly onChange: (key: string, word: Word | undefined) => void
  readonly rightKey: string
  /** The right of the module that counts for this one, too. */
  readonly moduleKey: string | undefined
  /** The model and the right in words. */
  readonly label: string
}

const MONEY_DECIMALS = 2

/** One right of a profile: pressed on, it is granted, refused, neither. Where the service knows no such right, nothing. */
export function RightToggle(props: RightToggleProps) {
  const { matrix, changes, rightKey, moduleKey, label, isReadOnly, onChange } = props
  if (!matrix.rights.has(rightKey)) return null
  const own = ownWord(matrix.chain, changes, rightKey)
  const standing = standingOf(matrix.chain, changes, { key: rightKey, moduleKey })
  const limit = matrix.chain[0]?.own.get(rightKey)?.limit ?? null
  const amount =
    limit === null ? '' : `, ${words('upTo', { amount: formatDecimal(limit, MONEY_DECIMALS) })}`
  const text = `${label}: ${standingText(standing)}${amount}`
  return (
    <button
      type="button"
      class={classes(
        'right',
        standing.word,
        own === undefined && standing.word !== undefined && 'inherited',
        changes.has(rightKey) && 'changed',
      )}
      aria-label={text}
      title={text}
      disabled={isReadOnly}
      onClick={() => onChange(rightKey, nextWord(own))}
    >
      {standing.word !== undefined && (
        <Icon svg={standing.word === 'granted' ? checkIcon : banIcon} />
      )}
    </button>
  )
}

function standingText({ word, from }: Standing): string {
  if (word === undefined) return words('notGranted')
  if (from === undefined) return words(word)
  const name = from === MODULE ? words('wholeModule') : from
  return words(word === 'granted' ? 'inherited' : 'inheritedRefusal', { from: name })
}
