import type { ComponentChildren } from 'preact'

import { words } from '../../words/preferences.ts'
import { optionsOf, type DeclaredSetting, type SettingsGroup } from '../declared/user-settings.ts'
import { Section } from '../frame/section.tsx'
import { ChoiceSetting, type ChoiceValue } from './choice-setting.tsx'
import { SwitchSetting } from './switch-setting.tsx'

export interface DeclaredSettingsProps {
  readonly group: SettingsGroup
  readonly values: Readonly<Record<string, unknown>>
  readonly save: (name: string, value: ChoiceValue) => Promise<unknown>
  /** Names that are not shown here. */
  readonly without?: (setting: DeclaredSetting) => boolean
  /** After them. */
  readonly children?: ComponentChildren
}

/** A section of settings, each saved as soon as it changes. */
export function DeclaredSettings({
  group,
  values,
  save,
  without,
  children,
}: DeclaredSettingsProps) {
  return (
    <Section title={words(group.title)}>
      {group.settings
        .filter((setting) => without?.(setting) !== true)
        .map((setting) => (
          <Declared
            key={setting.name}
            setting={setting}
            value={values[setting.name]}
            save={(value) => save(setting.name, value)}
          />
        ))}
      {children}
    </Section>
  )
}

function Declared({
  setting,
  value,
  save,
}: {
  readonly setting: DeclaredSetting
  readonly value: unknown
  readonly save: (value: ChoiceValue) => Promise<unknown>
}) {
  const label = words(setting.label)
  const help = setting.help === undefined ? undefined : words(setting.help)
  if (setting.kind === 'switch') {
    return <SwitchSetting label={label} help={help} isOn={value === true} save={save} />
  }
  return (
    <ChoiceSetting<ChoiceValue>
      label={label}
      help={help}
      // The server keeps what it checked.
      value={value as ChoiceValue}
      options={optionsOf(setting.options)}
      save={save}
    />
  )
}
