import closeIcon from 'lucide-static/icons/x.svg'
import { IconButton } from '@oficina/web/button.tsx'
import { Field } from '@oficina/web/field.tsx'

import { PeoplePicker, type PickedPerson } from '../admin/people-picker.tsx'
import { TextField } from '../admin/text-field.tsx'
import type { FileFormat } from '../reports/report-declaration.ts'
import { words } from '../words/sendings.ts'
import { ChoiceField } from './choice-field.tsx'
import { hourText, weekdayName, type Rhythm } from './rhythm-words.ts'

export interface SendingDraft extends Rhythm {
  readonly nombre: string
  readonly formato: FileFormat
  /** Empty: the days that are set. */
  readonly rango: string
  readonly dia: number
  readonly receivers: readonly PickedPerson[]
}

interface SendingFieldsProps {
  readonly draft: SendingDraft
  readonly hasDays: boolean
  /** Whether days of its own were set, which may stay. */
  readonly hasFixedDays: boolean
  readonly errorOf: (field: string) => string | undefined
  readonly onChange: (change: Partial<SendingDraft>) => void
}

/** The fields beside which the service’s refusals stand. */
export const FIELDS: ReadonlySet<string> = new Set([
  'nombre',
  'formato',
  'rango',
  'frecuencia',
  'dia',
  'hora',
  'destinatarios',
])

const RANGES = [
  'mes_pasado',
  'mes_actual',
  'semana_pasada',
  'semana_actual',
  'ayer',
  'hoy',
  'anio_actual',
] as const
const FREQUENCIES = ['diaria', 'semanal', 'mensual'] as const

export function SendingFields(props: SendingFieldsProps) {
  const { draft, hasDays, hasFixedDays, errorOf, onChange } = props
  return (
    <>
      <TextField
        label={words('name')}
        isRequired
        value={draft.nombre}
        error={errorOf('nombre')}
        onChange={(nombre) => onChange({ nombre })}
      />
      {hasDays && (
        <ChoiceField
          label={words('range')}
          value={draft.rango}
          error={errorOf('rango')}
          choices={[
            ...RANGES.map((value) => ({ value, text: words(value) })),
            ...(hasFixedDays ? [{ value: '', text: words('fixed') }] : []),
          ]}
          onChange={(rango) => onChange({ rango })}
        />
      )}
      <RhythmFields draft={draft} errorOf={errorOf} onChange={onChange} />
      <ChoiceField
        label={words('format')}
        value={draft.formato}
        error={errorOf('formato')}
        choices={[
          { value: 'xlsx', text: words('excel') },
          { value: 'pdf', text: words('pdf') },
        ]}
        onChange={(formato) => onChange({ formato: formato === 'pdf' ? 'pdf' : 'xlsx' })}
      />
      <Receivers draft={draft} errorOf={errorOf} onChange={onChange} />
    </>
  )
}

type PartProps = Omit<SendingFieldsProps, 'hasDays' | 'hasFixedDays'>

function RhythmFields({ draft, errorOf, onChange }: PartProps) {
  const { dia, frecuencia, hora } = draft
  const days = (count: number, text: (day: number) => string) =>
    Array.from({ length: count }, (_, index) => ({
      value: String(index + 1),
      text: text(index + 1),
    }))
  return (
    <>
      <ChoiceField
        label={words('every')}
        value={frecuencia}
        error={errorOf('frecuencia')}
        choices={FREQUENCIES.map((value) => ({ value, text: words(value) }))}
        onChange={(value) => {
          const found = FREQUENCIES.find((one) => one === value)
          if (found !== undefined) onChange({ frecuencia: found, dia: 1 })
        }}
      />
      {frecuencia !== 'diaria' && (
        <ChoiceField
          label={words(frecuencia === 'semanal' ? 'weekday' : 'monthDay')}
          help={frecuencia === 'mensual' ? words('monthDayHelp') : undefined}
          value={String(dia)}
          error={errorOf('dia')}
          choices={frecuencia === 'semanal' ? days(7, weekdayName) : days(31, String)}
          onChange={(day) => onChange({ dia: Number(day) })}
        />
      )}
      <ChoiceField
        label={words('hour')}
        help={words('hourHelp')}
        value={String(hora)}
        error={errorOf('hora')}
        choices={Array.from({ length: 24 }, (_, hour) => ({
          value: String(hour),
          text: hourText(hour),
        }))}
        onChange={(hour) => onChange({ hora: Number(hour) })}
      />
    </>
  )
}

function Receivers({ draft: { receivers }, errorOf, onChange }: PartProps) {
  return (
    <>
      <Field label={words('addReceiver')} error={errorOf('destinatarios')}>
        {(ids) => (
          <PeoplePicker
            ids={ids}
            onPick={(person) => {
              if (receivers.some(({ id }) => id === person.id)) return
              onChange({ receivers: [...receivers, person] })
            }}
          />
        )}
      </Field>
      <ul class="sending-people" aria-label={words('receivers')}>
        {receivers.map(({ id, name }) => (
          <li key={id}>
            {name}
            <IconButton
              icon={closeIcon}
              label={words('remove', { name })}
              disabled={receivers.length === 1}
              onClick={() => onChange({ receivers: receivers.filter((one) => one.id !== id) })}
            />
          </li>
        ))}
      </ul>
    </>
  )
}
