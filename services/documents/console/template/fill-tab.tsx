import { useState } from 'preact/hooks'
import { ask } from '@oficina/web/ask.tsx'
import { Button } from '@oficina/web/button.tsx'
import { Later } from '@oficina/web/later.tsx'
import { Empty } from '@oficina/web/notice.tsx'
import { Tabs } from '@oficina/web/tabs.tsx'

import { DataForm } from '../data/data-form.tsx'
import { withValue } from '../data/data-path.ts'
import type { JsonEditorProps } from '../data/json-editor.tsx'
import { sampleOf } from '../data/sample.ts'
import { PLAIN_PDF, pdfOptions, type PdfChoice } from '../pdf/pdf-choice.ts'
import { PdfFields } from '../pdf/pdf-fields.tsx'
import { PagesView } from '../preview/pages-view.tsx'
import { usePages, type PagesRequest } from '../preview/use-pages.ts'
import type { JsonObject } from '../templates/template-api.ts'
import { words as dataWords } from '../words/data.ts'
import { words } from '../words/template.ts'
import { dataErrors } from './data-errors.ts'
import { LookFields } from './look-fields.tsx'
import { MakeButtons } from './make-buttons.tsx'
import type { TabProps } from './tab-panel.tsx'
import { lookOf, useData, type TemplateData } from './use-data.ts'

/** The data on one side, the pages that come of them on the other, as one types. */
export function FillTab({ known, onTab }: TabProps) {
  const { template, tags, fields } = known
  const sample = (): JsonObject => sampleOf(fields, tags.sample)
  const [held, change] = useData(template.slug, sample)
  if (tags.problems.length > 0) {
    return (
      <Empty title={words('brokenTitle')}>
        <p>{words('brokenText', { count: tags.problems.length })}</p>
        <p>
          <Button onClick={() => onTab('tags')}>{words('seeProblems')}</Button>
        </p>
      </Empty>
    )
  }
  return <Filled known={known} held={held} change={change} sample={sample} />
}

interface FilledProps {
  readonly known: TabProps['known']
  readonly held: TemplateData
  readonly change: (changed: Partial<TemplateData>) => void
  readonly sample: () => JsonObject
}

function Filled({ known, held, change, sample }: FilledProps) {
  const { slug } = known.template
  const request = { data: held.data, ...lookOf(held) }
  const [pdf, setPdf] = useState<PdfChoice>(PLAIN_PDF)
  const pages = usePages(slug, { kind: 'stored', slug }, { ...request, ...shownOf(pdf) })
  const errors = dataErrors(pages.error)
  return (
    <div class="fill">
      <div class="fill-data">
        <DataTools
          onSample={() => change({ data: sample() })}
          onClear={() => change({ data: {} })}
        />
        {errors.size > 0 && (
          <p class="data-problems" role="status">
            {words('dataProblems', { count: errors.size })}
          </p>
        )}
        <DataWays known={known} held={held} change={change} errors={errors} />
        <LookFields held={held} change={change} />
        <PdfFields choice={pdf} onChange={setPdf} isOfMany={false} />
      </div>
      <div class="fill-pages">
        <MakeButtons slug={slug} request={request} pdf={pdfOptions(pdf)} />
        <PagesView pages={pages} title={slug} />
      </div>
    </div>
  )
}

/** What of the options is seen on a page. */
function shownOf({ watermark, isAccessible }: PdfChoice): Pick<PagesRequest, 'pdf'> {
  const text = isAccessible ? '' : watermark.trim()
  return text === '' ? {} : { pdf: { watermark: text } }
}

function DataTools({
  onSample,
  onClear,
}: {
  readonly onSample: () => void
  readonly onClear: () => void
}) {
  const clear = async (): Promise<void> => {
    const isSure = await ask({
      title: dataWords('clearTitle'),
      text: dataWords('clearText'),
      confirm: dataWords('clear'),
      isDangerous: true,
    })
    if (isSure) onClear()
  }
  return (
    <p class="data-tools">
      <Button kind="quiet" onClick={onSample}>
        {dataWords('sample')}
      </Button>
      <Button kind="quiet" onClick={() => void clear()}>
        {dataWords('clear')}
      </Button>
    </p>
  )
}

interface DataWaysProps extends Omit<FilledProps, 'sample'> {
  readonly errors: ReadonlyMap<string, string>
}

const loadEditor = async () => (await import('../data/json-editor.tsx')).JsonEditor

/** The same data as a form and as JSON. */
function DataWays({ known, held, change, errors }: DataWaysProps) {
  const [way, setWay] = useState('form')
  const ways = [
    { key: 'form', label: dataWords('form') },
    { key: 'json', label: dataWords('json') },
  ]
  return (
    <Tabs label={words('dataWays')} tabs={ways} chosen={way} onChoose={setWay}>
      {way === 'json' && <JsonData data={held.data} onChange={(data) => change({ data })} />}
      {way === 'form' && known.fields.length === 0 && <p class="muted">{dataWords('noFields')}</p>}
      {way === 'form' && (
        <DataForm
          fields={known.fields}
          path={[]}
          form={{
            data: held.data,
            errors,
            // What is changed is an object, and stays one.
            change: (path, value) =>
              change({ data: withValue(held.data, path, value) as JsonObject }),
          }}
        />
      )}
    </Tabs>
  )
}

function JsonData({
  data,
  onChange,
}: {
  readonly data: JsonObject
  readonly onChange: (data: JsonObject) => void
}) {
  const [text, setText] = useState(() => JSON.stringify(data, undefined, 2))
  const problem = problemOf(text)
  const take = (typed: string): void => {
    setText(typed)
    if (problemOf(typed) === undefined) onChange(JSON.parse(typed) as JsonObject)
  }
  // What changed elsewhere, such as a sample, is shown; what is being typed stays as it is.
  const shown =
    problem !== undefined || JSON.stringify(JSON.parse(text)) === JSON.stringify(data)
      ? text
      : JSON.stringify(data, undefined, 2)
  const props: JsonEditorProps = { label: dataWords('jsonLabel'), text: shown, onChange: take }
  return (
    <>
      <Later load={loadEditor} props={props}>
        <textarea
          class="input json-plain"
          aria-label={dataWords('jsonLabel')}
          spellcheck={false}
          value={shown}
          onInput={({ currentTarget }) => take(currentTarget.value)}
        />
      </Later>
      {problem !== undefined && (
        <p class="field-error" role="status">
          {problem}
        </p>
      )}
    </>
  )
}

function problemOf(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? undefined : dataWords('notObject')
  } catch {
    return dataWords('badJson')
  }
}
