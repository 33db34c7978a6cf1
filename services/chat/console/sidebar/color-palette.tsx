import { useLayoutEffect, useRef } from 'preact/hooks'

import { words } from '../words/sidebar.ts'

// Those that the service gives, so that a channel looks the same in every client.
const COLORS = [
  '#76ce90',
  '#fae589',
  '#a6c7e5',
  '#e79ab5',
  '#bfd56f',
  '#f4ae55',
  '#b0a5fd',
  '#addfe5',
  '#f5ce6e',
  '#c2726a',
  '#94c849',
  '#bd86e5',
  '#ee7e4a',
  '#a6dcbf',
  '#95a5fd',
  '#53a063',
  '#9987e1',
  '#e4523d',
  '#c2c2c2',
  '#4f8de4',
  '#c6a8ad',
  '#e7cc4d',
  '#c8bebf',
  '#a47462',
] as const

export interface ColorPaletteProps {
  readonly value: string | undefined
  readonly onChoose: (color: string) => void
}

/** A channel's colour, one of many or any other. */
export function ColorPalette({ value, onChoose }: ColorPaletteProps) {
  const present = value?.toLowerCase()
  return (
    <div class="color-palette">
      {COLORS.map((color) => (
        <Swatch key={color} color={color} isChosen={color === present} onChoose={onChoose} />
      ))}
      <label class="other-color">
        <input
          type="color"
          value={present}
          onChange={(event) => onChoose(event.currentTarget.value)}
        />
        {words('otherColor')}
      </label>
    </div>
  )
}

interface SwatchProps {
  readonly color: string
  readonly isChosen: boolean
  readonly onChoose: (color: string) => void
}

function Swatch({ color, isChosen, onChoose }: SwatchProps) {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => button.current?.style.setProperty('background', color), [color])
  return (
    <button
      ref={button}
      type="button"
      class="swatch"
      aria-label={color}
      aria-pressed={isChosen}
      onClick={() => onChoose(color)}
    />
  )
}
