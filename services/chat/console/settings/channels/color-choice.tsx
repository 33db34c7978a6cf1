import { classes } from '@oficina/web/dom.ts'

import { words } from '../../words/channels.ts'

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

export interface ColorChoiceProps {
  readonly value: string
  readonly onChange: (color: string) => void
}

/** A channel's colour, from a palette or any other. */
export function ColorChoice({ value, onChange }: ColorChoiceProps) {
  return (
    <fieldset class="settings-fieldset">
      <legend>{words('color')}</legend>
      <div class="color-choice">
        {COLORS.map((color) => (
          <button
            key={color}
            type="button"
            class={classes('color-swatch', color === value.toLowerCase() && 'is-chosen')}
            style={{ background: color }}
            aria-label={color}
            aria-pressed={color === value.toLowerCase()}
            onClick={() => onChange(color)}
          />
        ))}
        <label class="color-other">
          <input
            type="color"
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          {words('chooseColor')}
        </label>
      </div>
    </fieldset>
  )
}
