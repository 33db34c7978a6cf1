import earlierIcon from 'lucide-static/icons/arrow-left.svg'
import laterIcon from 'lucide-static/icons/arrow-right.svg'
import hideIcon from 'lucide-static/icons/eye-off.svg'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Button, IconButton } from '@oficina/web/button.tsx'

import { words } from '../words/home.ts'
import { arranged, arrangement, keepArrangement, moved } from './arrangement.ts'

/** A part of the first page that can be moved and hidden. */
export interface Part {
  readonly name: string
  readonly label: string
  readonly view: ComponentChildren
}

/** The parts of the first page as the person arranged them, and the means to arrange them. */
export function ArrangedParts({ parts }: { readonly parts: readonly Part[] }) {
  const [isArranging, setArranging] = useState(false)
  const chosen = arrangement()
  const names = parts.map(({ name }) => name)
  const shown = arranged(names, chosen)
  const byName = new Map(parts.map((part) => [part.name, part]))
  const hidden = parts.filter(({ name }) => chosen.hidden.includes(name))
  const hide = (name: string) => keepArrangement({ ...chosen, hidden: [...chosen.hidden, name] })
  const show = (name: string) =>
    keepArrangement({ ...chosen, hidden: chosen.hidden.filter((one) => one !== name) })
  return (
    <>
      <div class="home-cards">
        {shown.map((name) => {
          const part = byName.get(name)
          if (part === undefined) return null
          return (
            <div key={name} class="home-part">
              {isArranging && (
                <Tools
                  {...part}
                  shown={shown}
                  onMove={(order) => keepArrangement({ ...chosen, order })}
                  onHide={() => hide(name)}
                />
              )}
              {part.view}
            </div>
          )
        })}
      </div>
      <div class="home-arrange">
        {isArranging &&
          hidden.map(({ name, label }) => (
            <Button key={name} onClick={() => show(name)}>
              {words('show', { card: label })}
            </Button>
          ))}
        {parts.length > 0 && (
          <Button aria-pressed={isArranging} onClick={() => setArranging(!isArranging)}>
            {words(isArranging ? 'arranged' : 'arrange')}
          </Button>
        )}
      </div>
    </>
  )
}

interface ToolsProps extends Part {
  readonly shown: readonly string[]
  readonly onMove: (order: readonly string[]) => void
  readonly onHide: () => void
}

function Tools({ name, label, shown, onMove, onHide }: ToolsProps) {
  const place = shown.indexOf(name)
  return (
    <div class="home-tools" role="group" aria-label={label}>
      <IconButton
        icon={earlierIcon}
        label={words('earlier', { card: label })}
        disabled={place === 0}
        onClick={() => onMove(moved(shown, name, 'earlier'))}
      />
      <IconButton
        icon={laterIcon}
        label={words('later', { card: label })}
        disabled={place === shown.length - 1}
        onClick={() => onMove(moved(shown, name, 'later'))}
      />
      <IconButton icon={hideIcon} label={words('hide', { card: label })} onClick={onHide} />
    </div>
  )
}
