import closeIcon from 'lucide-static/icons/x.svg'
import { useState } from 'preact/hooks'
import { Button, IconButton } from '@oficina/web/button.tsx'
import { Field } from '@oficina/web/field.tsx'

import { api } from '../../session/api.ts'
import { realm } from '../../state/realm/realm.ts'
import { words } from '../../words/administration.ts'
import { words as shared } from '../../words/settings.ts'
import { Choice } from '../controls/choice-setting.tsx'
import {
  choicesData,
  choicesOf,
  fieldData,
  FIELD_TYPE,
  newChoiceKey,
  type FieldChoice,
  type ProfileField,
} from '../controls/profile-fields.ts'
import { Switch } from '../controls/switch-setting.tsx'
import { FormDialog } from '../frame/form-dialog.tsx'

export function fieldTypeLabel(type: number): string {
  switch (type) {
    case FIELD_TYPE.longText:
      return words('typeLongText')
    case FIELD_TYPE.select:
      return words('typeSelect')
    case FIELD_TYPE.date:
      return words('typeDate')
    case FIELD_TYPE.url:
      return words('typeUrl')
    case FIELD_TYPE.users:
      return words('typeUsers')
    case FIELD_TYPE.externalAccount:
      return words('typeAccount')
    case FIELD_TYPE.pronouns:
      return words('typePronouns')
    default:
      return words('typeShortText')
  }
}

const NEW_FIELD: Omit<ProfileField, 'id' | 'order'> = {
  name: '',
  hint: '',
  type: FIELD_TYPE.shortText,
  field_data: '',
  display_in_profile_summary: false,
  required: false,
  editable_by_user: true,
}
const CUSTOM = 'custom'
const NOT_IN_CARD: ReadonlySet<number> = new Set([FIELD_TYPE.longText, FIELD_TYPE.users])

interface Account {
  readonly subtype: string
  readonly urlPattern: string
}

export interface ProfileFieldDialogProps {
  readonly of: ProfileField | 'new'
  readonly onClose: () => void
}

/** A new profile field, or a change of one; its type stays what it was made. */
export function ProfileFieldDialog({ of, onClose }: ProfileFieldDialogProps) {
  const known = of === 'new' ? undefined : of
  const begun = known ?? NEW_FIELD
  const [name, setName] = useState(begun.name)
  const [hint, setHint] = useState(begun.hint)
  const [type, setType] = useState<number>(begun.type)
  const [choices, setChoices] = useState<readonly FieldChoice[]>(
    known?.type === FIELD_TYPE.select ? choicesOf(known) : [{ key: '0', text: '' }],
  )
  const [account, setAccount] = useState<Account>(accountOf(known))
  const [flags, setFlags] = useState({
    display_in_profile_summary: begun.display_in_profile_summary,
    required: begun.required,
    editable_by_user: begun.editable_by_user,
  })
  const fields = {
    name,
    hint,
    ...flags,
    field_data: dataOf(type, choices, account),
  }
  const send = (): Promise<unknown> =>
    known === undefined
      ? api('POST', '/realm/profile_fields', { ...fields, field_type: type })
      : api('PATCH', `/realm/profile_fields/${known.id}`, fields)
  const flag = (key: keyof typeof flags, label: string, isDisabled = false) => (
    <Switch
      label={label}
      isOn={flags[key]}
      isDisabled={isDisabled}
      onChange={(isOn) => setFlags({ ...flags, [key]: isOn })}
    />
  )
  return (
    <FormDialog
      title={known === undefined ? words('addField') : words('editField')}
      confirm={known === undefined ? shared('add') : shared('save')}
      isDisabled={name.trim() === '' && type !== FIELD_TYPE.externalAccount}
      onClose={onClose}
      send={send}
    >
      <Choice
        label={words('fieldType')}
        value={type}
        isDisabled={known !== undefined}
        options={Object.values(FIELD_TYPE).map((value) => ({
          value,
          label: fieldTypeLabel(value),
        }))}
        onChange={setType}
      />
      <TextInput label={words('fieldName')} value={name} maxLength={40} onType={setName} />
      <TextInput label={words('fieldHint')} value={hint} maxLength={80} onType={setHint} />
      {type === FIELD_TYPE.select && <Choices choices={choices} onChange={setChoices} />}
      {type === FIELD_TYPE.externalAccount && (
        <AccountKind
          account={account}
          onChange={setAccount}
          onName={(text) => name === '' && setName(text)}
        />
      )}
      {flag('display_in_profile_summary', words('showInCard'), NOT_IN_CARD.has(type))}
      {flag('required', words('askAll'))}
      {flag('editable_by_user', words('ownEdit'))}
    </FormDialog>
  )
}

function accountOf(field: ProfileField | undefined): Account {
  const data = fieldData(field?.field_data ?? '')
  return {
    subtype: String(data['subtype'] ?? 'github'),
    urlPattern: String(data['url_pattern'] ?? ''),
  }
}

function dataOf(
  type: number,
  choices: readonly FieldChoice[],
  { subtype, urlPattern }: Account,
): Readonly<Record<string, unknown>> {
  if (type === FIELD_TYPE.select) {
    return choicesData(choices.filter(({ text }) => text.trim() !== ''))
  }
  if (type !== FIELD_TYPE.externalAccount) return {}
  return subtype === CUSTOM ? { subtype, url_pattern: urlPattern } : { subtype }
}

interface TextInputProps {
  readonly label: string
  readonly help?: string
  readonly value: string
  readonly maxLength?: number
  readonly onType: (text: string) => void
}

function TextInput({ label, help, value, maxLength, onType }: TextInputProps) {
  return (
    <Field label={label} help={help}>
      {({ id, describedBy }) => (
        <input
          class="input"
          id={id}
          aria-describedby={describedBy}
          maxLength={maxLength}
          value={value}
          onInput={(event) => onType(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}

interface ChoicesProps {
  readonly choices: readonly FieldChoice[]
  readonly onChange: (choices: readonly FieldChoice[]) => void
}

function Choices({ choices, onChange }: ChoicesProps) {
  return (
    <fieldset class="field-choices">
      <legend>{words('fieldChoices')}</legend>
      {choices.map(({ key, text }, index) => (
        <div key={key} class="row">
          <input
            class="input"
            aria-label={words('choiceNumber', { count: index + 1 })}
            value={text}
            onInput={(event) => {
              const { value } = event.currentTarget
              onChange(choices.map((one) => (one.key === key ? { key, text: value } : one)))
            }}
          />
          <IconButton
            icon={closeIcon}
            label={shared('removeHolder', { name: text })}
            onClick={() => onChange(choices.filter((one) => one.key !== key))}
          />
        </div>
      ))}
      <div>
        <Button onClick={() => onChange([...choices, { key: newChoiceKey(choices), text: '' }])}>
          {words('addChoice')}
        </Button>
      </div>
    </fieldset>
  )
}

interface AccountKindProps {
  readonly account: Account
  readonly onChange: (account: Account) => void
  readonly onName: (name: string) => void
}

function AccountKind({ account, onChange, onName }: AccountKindProps) {
  // The form is the contract's.
  const known = (realm.value?.['realm_default_external_accounts'] ?? {}) as Readonly<
    Record<string, { readonly name: string }>
  >
  const options = Object.entries(known).map(([value, { name }]) => ({ value, label: name }))
  return (
    <>
      <Choice
        label={words('accountKind')}
        value={account.subtype}
        options={[...options, { value: CUSTOM, label: words('accountCustom') }]}
        onChange={(subtype) => {
          onChange({ ...account, subtype })
          onName(known[subtype]?.name ?? '')
        }}
      />
      {account.subtype === CUSTOM && (
        <TextInput
          label={words('accountPattern')}
          help={words('accountPatternHelp')}
          value={account.urlPattern}
          onType={(urlPattern) => onChange({ ...account, urlPattern })}
        />
      )}
    </>
  )
}
