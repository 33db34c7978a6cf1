import chevronIcon from 'lucide-static/icons/chevron-down.svg'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { Menu } from '@oficina/web/menu.tsx'

import { words } from '../words/reports.ts'
import { dayRanges } from './day-ranges.ts'
import { ParameterField } from './parameter-field.tsx'
import { textOf } from './report-catalog.ts'
import type { Report, ReportParameter } from './report-declaration.ts'
import {
  alternativeOf,
  dayRangeOf,
  isRelevant,
  missingOf,
  parametersOf,
  proposalOf,
  relevantOf,
  type Asked,
  type Proposed,
} from './report-parameters.ts'

export interface ParameterFormProps {
  readonly report: Report
  readonly asked: Asked
  readonly proposed: Proposed
  readonly isBusy: boolean
  /** What the service refused, by parameter. */
  readonly errors: Asked
  readonly onRun: (asked: Asked) => void
}

/** What a report is asked for. Nothing is asked before the button is pressed, or Enter in a field. */
export function ParameterForm({ report, asked, proposed, ...props }: ParameterFormProps) {
  const [values, setValues] = useState<Asked>(asked)
  const [alternative, setAlternative] = useState(() => alternativeOf(report, asked))
  const [isChecked, setChecked] = useState(false)
  // The address may change by itself, as when the person goes back.
  const address = JSON.stringify(asked)
  const shownFor = useRef(address)
  useEffect(() => {
    // What somebody chose before the first effect ran stays.
    if (shownFor.current === address) return
    shownFor.current = address
    setValues(asked)
    setAlternative(alternativeOf(report, asked))
    setChecked(false)
  }, [address])
  const parameters = parametersOf(report, alternative)
  const missing = new Set(missingOf(report, alternative, values))
  const run = (next: Asked): void => {
    setValues(next)
    const lacking = missingOf(report, alternative, next)
    setChecked(lacking.length > 0)
    if (lacking.length === 0) props.onRun(relevantOf(parameters, next))
  }
  const chooseAlternative = (chosen: number): void => {
    setAlternative(chosen)
    setChecked(false)
    setValues(withProposals(parametersOf(report, chosen), values, proposed))
  }
  const shown = parameters.filter((one) => isRelevant(one, parameters, values))
  const model = parameters.find(({ type }) => type === 'model')?.name
  const range = dayRangeOf(shown)
  return (
    <form
      class="card parameters"
      aria-label={words('parameters')}
      onSubmit={(event) => {
        event.preventDefault()
        run(values)
      }}
    >
      <Alternatives report={report} chosen={alternative} onChoose={chooseAlternative} />
      {shown.map((parameter) => {
        const { name } = parameter
        const isLacking = isChecked && missing.has(name)
        return (
          <ParameterField
            key={name}
            parameter={parameter}
            value={values[name] ?? ''}
            ofModel={model === undefined ? undefined : values[model]}
            isRequired={missingOf(report, alternative, { ...values, [name]: '' }).includes(name)}
            error={isLacking ? words('missing') : props.errors[name]}
            onChange={(value) => {
              const next = { ...values, [name]: value }
              setValues(withProposals(newlyShown(parameters, values, next), next, proposed))
            }}
          />
        )
      })}
      {range !== undefined && (
        <Menu
          icon={chevronIcon}
          items={dayRanges(proposed.today).map(({ key, from, to }) => ({
            label: words(key),
            run: () => run({ ...values, [range.from]: from, [range.to]: to }),
          }))}
        >
          {words('range')}
        </Menu>
      )}
      <Button kind="primary" type="submit" isBusy={props.isBusy}>
        {words(report.file === null ? 'run' : 'download')}
      </Button>
    </form>
  )
}

function Alternatives({
  report,
  chosen,
  onChoose,
}: {
  readonly report: Report
  readonly chosen: number
  readonly onChoose: (index: number) => void
}) {
  if (report.alternatives.length < 2) return null
  const nameOf = (names: readonly string[]): string =>
    report.parameters
      .filter(({ name }) => names.includes(name))
      .map(({ label }, index) => (index === 0 ? textOf(label) : textOf(label).toLowerCase()))
      .join(` ${words('and')} `)
  return (
    <fieldset class="segmented">
      <legend class="hidden">{words('by')}</legend>
      {report.alternatives.map((names, index) => (
        <label key={index}>
          <input
            type="radio"
            name="alternative"
            checked={index === chosen}
            onChange={() => onChoose(index)}
          />
          <span>{nameOf(names)}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** Parameters that a change made meaningful. */
function newlyShown(
  parameters: readonly ReportParameter[],
  before: Asked,
  after: Asked,
): readonly ReportParameter[] {
  return parameters.filter(
    (one) => isRelevant(one, parameters, after) && !isRelevant(one, parameters, before),
  )
}

/** Values filled up with what is proposed for parameters that have none. */
function withProposals(
  parameters: readonly ReportParameter[],
  values: Asked,
  proposed: Proposed,
): Asked {
  const added = parameters.flatMap((parameter) => {
    const value = proposalOf(parameter, proposed)
    const isGiven = (values[parameter.name] ?? '') !== ''
    return value === undefined || isGiven ? [] : [[parameter.name, value] as const]
  })
  return { ...values, ...Object.fromEntries(added) }
}
