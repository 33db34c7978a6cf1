import { useRef } from 'preact/hooks'
import { newId } from '@oficina/web/dom.ts'

import { SaveMark } from '../frame/save-mark.tsx'
import { useSetting } from '../frame/use-setting.ts'

export interface SwitchProps {
  readonly label: string
  readonly help?: string | undefined
  readonly isOn: boolean
  readonly isDisabled?: boolean | undefined
  readonly onChange: (isOn: boolean) => void
}

/** A box to tick with its text. */
export function Switch({ label, help, isOn, isDisabled = false, onChange }: SwitchProps) {
  const id = useRef(newId('switch')).current
  return (
    <div class="setting-switch">
      <input
        type="checkbox"
        id={id}
        checked={isOn}
        disabled={isDisabled}
        aria-describedby={help === undefined ? undefined : `${id}-help`}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <label for={id}>{label}</label>
      {help !== undefined && (
        <p class="field-help" id={`${id}-help`}>
          {help}
        </p>
      )}
    </div>
  )
}

export interface SwitchSettingProps extends Omit<SwitchProps, 'onChange'> {
  readonly save: (isOn: boolean) => Promise<unknown>
}

/** The same, saved as soon as it changes. */
export function SwitchSetting({ isOn, save, ...rest }: SwitchSettingProps) {
  const { shown, state, change } = useSetting(isOn, save)
  return (
    <div class="setting-line">
      <Switch {...rest} isOn={shown} onChange={change} />
      <SaveMark state={state} />
    </div>
  )
}
