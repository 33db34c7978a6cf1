import { Combobox, type ComboOption } from '@oficina/web/combobox.tsx'
import { Field, type FieldIds } from '@oficina/web/field.tsx'
import { useLoaded } from '@oficina/web/use-loaded.ts'

import { plainColumn } from '../actions/plain-column.ts'
import { allModules } from '../metadata/all-modules.ts'
import { DateInput } from '../values/date-input.tsx'
import { ReferencePicker } from '../values/reference-picker.tsx'
import { wordsOfRecord } from '../values/words-of-record.ts'
import { words } from '../words/reports.ts'
import { textOf } from './report-catalog.ts'
import type { ReportParameter } from './report-declaration.ts'

export interface ParameterFieldProps {
  readonly parameter: ReportParameter
  readonly value: string
  /** The model that another parameter names, whose records these are. */
  readonly ofModel: string | undefined
  readonly isRequired: boolean
  readonly error: string | undefined
  readonly onChange: (value: string) => void
}

/** The field of one parameter, as its declaration says. */
export function ParameterField(props: ParameterFieldProps) {
  const { parameter, isRequired, error } = props
  return (
    <Field
      label={textOf(parameter.label)}
      help={parameter.help === null ? undefined : textOf(parameter.help)}
      isHelpAside
      isRequired={isRequired}
      error={error}
      class={`parameter ${parameter.type}`}
    >
      {(ids) => <Input {...props} ids={ids} />}
    </Field>
  )
}

interface InputProps extends ParameterFieldProps {
  readonly ids: FieldIds
}

function Input(props: InputProps) {
  const { parameter, value, ofModel, ids, onChange } = props
  const { type, references, filter } = parameter
  if (parameter.choices !== null) return <Choices {...props} />
  if (type === 'model') return <ModelPicker ids={ids} value={value} onChange={onChange} />
  if (type === 'boolean') {
    return (
      <input
        id={ids.id}
        type="checkbox"
        checked={value === 'true'}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? 'true' : '')}
      />
    )
  }
  // Only a model that was chosen has a record to choose.
  const model = type === 'record' ? ofModel : references
  if (model !== undefined && model !== null && model !== '') {
    return (
      <RecordPicker
        key={model}
        ids={ids}
        model={model}
        filter={filter}
        value={value}
        onChange={onChange}
      />
    )
  }
  const plain = {
    class: 'input',
    id: ids.id,
    value,
    'aria-describedby': ids.describedBy,
    'aria-invalid': ids.isInvalid,
    onInput: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
      onChange(currentTarget.value),
  }
  if (type === 'date') {
    return (
      <DateInput
        column={plainColumn({ name: parameter.name, label: '', type })}
        value={value}
        ids={ids}
        onChange={(day) => onChange(typeof day === 'string' ? day : '')}
      />
    )
  }
  if (type === 'integer') return <input {...plain} type="number" />
  return <input {...plain} type="text" disabled={type === 'record'} />
}

function Choices({ parameter, value, isRequired, ids, onChange }: InputProps) {
  return (
    <select
      class="input"
      id={ids.id}
      value={value}
      aria-describedby={ids.describedBy}
      aria-invalid={ids.isInvalid}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      {(!isRequired || value === '') && <option value="">{isRequired ? '' : words('any')}</option>}
      {parameter.choices?.map(({ value: choice, label }) => (
        <option key={choice} value={choice}>
          {textOf(label)}
        </option>
      ))}
    </select>
  )
}

interface PickerProps {
  readonly ids: FieldIds
  readonly value: string
  readonly onChange: (value: string) => void
}

function RecordPicker({
  ids,
  value,
  onChange,
  model,
  filter,
}: PickerProps & { readonly model: string; readonly filter: string | null }) {
  const question = value === '' ? undefined : `${model} ${value}`
  const shown = useLoaded(question, (signal) => wordsOfRecord(model, value, signal))
  const text = shown.error === undefined ? (shown.value ?? '') : `#${value}`
  return (
    <ReferencePicker
      model={model}
      ids={ids}
      value={value === '' ? null : value}
      text={text}
      placeholder={words('choose')}
      {...(filter === null ? {} : { filter })}
      onChange={(id) => onChange(typeof id === 'number' ? String(id) : '')}
    />
  )
}

const MODELS_SHOWN = 30

function ModelPicker({ ids, value, onChange }: PickerProps) {
  const models = useLoaded('models', async () =>
    (await allModules()).flatMap((module) => module.models),
  )
  const search = async (typed: string): Promise<readonly ComboOption<string>[]> => {
    const wanted = typed.toLowerCase()
    return (models.value ?? [])
      .filter(({ name, label }) => `${label} ${name}`.toLowerCase().includes(wanted))
      .slice(0, MODELS_SHOWN)
      .map(({ name, label }) => ({ value: name, label }))
  }
  return (
    <Combobox
      ids={ids}
      shown={models.value?.find(({ name }) => name === value)?.label ?? value}
      placeholder={words('choose')}
      search={search}
      onChoose={(option) => onChange(option.value)}
      onClear={() => onChange('')}
    />
  )
}
