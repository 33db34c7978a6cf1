import { useLayoutEffect, useRef } from 'preact/hooks'

import colors from '../../data/stream-colors.json' with { type: 'json' }
import { words } from '../words/sidebar.ts'

export interface ColorPaletteProps {
  readonly value: string | undefined
  readonly onChoose: (color: string) => void
}

/** A channel's colour, one of many or any other. */
export function ColorPalette({ value, onChoose }: ColorPaletteProps) {
  const present = value?.toLowerCase()
  return (
    <div class="color-palette">
      {colors.map((color) => (
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
