import closeIcon from 'lucide-static/icons/x.svg'
import { useRef } from 'preact/hooks'
import { IconButton } from '@oficina/web/button.tsx'
import { Combobox } from '@oficina/web/combobox.tsx'
import { newId } from '@oficina/web/dom.ts'
import { Field } from '@oficina/web/field.tsx'
import { Skeleton } from '@oficina/web/notice.tsx'

import { areGroupsKnown, groups } from '../../state/people/groups.ts'
import { words } from '../../words/settings.ts'
import { findHolders, type Holder } from './find-holders.ts'
import { groupLabel } from './group-label.ts'
import { holdersOf, valueOf, type GroupSettingValue } from './group-setting-value.ts'
import { isAllowed, nobodyId, type PermissionRule } from './permission-rules.ts'
import { personName } from './person-name.ts'

export interface GroupSettingPickerProps {
  readonly label: string
  readonly help?: string | undefined
  readonly error?: string | undefined
  readonly value: GroupSettingValue
  readonly rule: PermissionRule
  readonly isDisabled?: boolean | undefined
  readonly onChange: (value: GroupSettingValue) => void
}

/** Who may do something: groups and people, or one system group where the server wants only that. */
export function GroupSettingPicker(props: GroupSettingPickerProps) {
  if (!areGroupsKnown.value) return <Waiting {...props} />
  return props.rule.require_system_group ? <SystemGroupChoice {...props} /> : <Holders {...props} />
}

/** Groups without names say nothing, and must not be changed by mistake. */
function Waiting({ label, help }: GroupSettingPickerProps) {
  return (
    <div class="field" aria-busy="true">
      <span class="field-label">{label}</span>
      <div class="pills" data-disabled>
        <Skeleton lines={1} />
      </div>
      {help !== undefined && <p class="field-help">{help}</p>}
    </div>
  )
}

function SystemGroupChoice(props: GroupSettingPickerProps) {
  const { label, help, error, value, rule, isDisabled = false, onChange } = props
  const choices = [...groups.values()].filter(
    (group) => group.is_system_group && isAllowed(group.name, rule),
  )
  return (
    <Field label={label} help={help} error={error}>
      {({ id, describedBy }) => (
        <select
          class="input"
          id={id}
          aria-describedby={describedBy}
          disabled={isDisabled}
          value={String(value)}
          onChange={(event) => onChange(Number(event.currentTarget.value))}
        >
          {choices.map((group) => (
            <option key={group.id} value={String(group.id)}>
              {groupLabel(group.name)}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

function Holders(props: GroupSettingPickerProps) {
  const { label, help, error, value, rule, isDisabled = false, onChange } = props
  const nobody = nobodyId()
  const held = holdersOf(value, nobody)
  const mayBeEmpty = rule.allow_nobody_group
  const put = (next: typeof held): void => onChange(valueOf(next, nobody))
  const add = ({ kind, id }: Holder): void => {
    if (kind === 'group') put({ ...held, groups: [...held.groups, id] })
    else put({ ...held, people: [...held.people, id] })
  }
  const count = held.people.length + held.groups.length
  const mayRemove = !isDisabled && (mayBeEmpty || count > 1)
  const id = useRef(newId('holders')).current
  return (
    <div class="field" role="group" aria-labelledby={id}>
      <span class="field-label" id={id}>
        {label}
      </span>
      <div class="pills" data-disabled={isDisabled}>
        {count === 0 && <span class="held">{groupLabel('role:nobody')}</span>}
        {held.groups.map((one) => (
          <Held
            key={`g${one}`}
            label={groupLabel(groups.get(one)?.name ?? String(one))}
            onRemove={
              mayRemove
                ? () => put({ ...held, groups: held.groups.filter((other) => other !== one) })
                : undefined
            }
          />
        ))}
        {held.people.map((one) => (
          <Held
            key={`p${one}`}
            label={personName(one)}
            onRemove={
              mayRemove
                ? () => put({ ...held, people: held.people.filter((other) => other !== one) })
                : undefined
            }
          />
        ))}
        {!isDisabled && (
          <Combobox<Holder>
            label={`${label}: ${words('addHolder')}`}
            shown=""
            placeholder={words('addHolder')}
            search={(typed) => findHolders(typed, held, rule)}
            onChoose={({ value: chosen }) => add(chosen)}
          />
        )}
      </div>
      {error !== undefined && <p class="field-error">{error}</p>}
      {help !== undefined && <p class="field-help">{help}</p>}
    </div>
  )
}

/** One of several that were chosen. */
export function Held({
  label,
  onRemove,
}: {
  readonly label: string
  readonly onRemove: (() => void) | undefined
}) {
  return (
    <span class="held">
      <span class="held-name">{label}</span>
      {onRemove !== undefined && (
        <IconButton
          icon={closeIcon}
          label={words('removeHolder', { name: label })}
          onClick={onRemove}
        />
      )}
    </span>
  )
}
