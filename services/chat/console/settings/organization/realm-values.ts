import { sameValue, type GroupSettingValue } from '../controls/group-setting-value.ts'
import type { RealmSetting } from '../declared/realm-settings.ts'

/** What was changed in a form, by the names of PATCH /realm. */
export type RealmEdits = Readonly<Record<string, unknown>>

/** The names whose edits differ from what holds. */
export function changedNames(
  settings: readonly RealmSetting[],
  present: (name: string) => unknown,
  edits: RealmEdits,
): readonly string[] {
  return settings
    .filter(({ name }) => Object.hasOwn(edits, name))
    .filter((setting) => !isSame(setting, present(setting.name), edits[setting.name]))
    .map(({ name }) => name)
}

/** The parameters of PATCH /realm for what was changed. */
export function realmPatch(
  settings: readonly RealmSetting[],
  names: readonly string[],
  edits: RealmEdits,
): Readonly<Record<string, unknown>> {
  const changed = settings.filter(({ name }) => names.includes(name))
  return Object.fromEntries(
    changed.map((setting) => [setting.name, wireValue(setting, edits[setting.name])]),
  )
}

function isSame(setting: RealmSetting, one: unknown, other: unknown): boolean {
  if (setting.kind === 'address') return (one ?? '') === (other ?? '')
  if (setting.kind !== 'permission') return one === other
  // Both have the form of a group setting.
  return sameValue(one as GroupSettingValue, other as GroupSettingValue)
}

function wireValue({ kind }: RealmSetting, value: unknown): unknown {
  if (kind === 'permission') return { new: value }
  // Read as JSON by the server, and a plain word is none.
  if (kind === 'limit' && value === null) return JSON.stringify('unlimited')
  if (kind === 'retention' && value === -1) return JSON.stringify('unlimited')
  if (kind === 'address') return JSON.stringify(value === '' ? 'default' : value)
  return value
}
