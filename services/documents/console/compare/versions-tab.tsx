import { useState } from 'preact/hooks'
import { ask } from '@oficina/web/ask.tsx'
import { Button } from '@oficina/web/button.tsx'
import { Field } from '@oficina/web/field.tsx'
import { formatInstant } from '@oficina/web/formats.ts'
import { Empty, Failure, Skeleton } from '@oficina/web/notice.tsx'
import { saveFile } from '@oficina/web/save-file.ts'
import { toast } from '@oficina/web/toasts.tsx'
import { useLoaded } from '@oficina/web/use-loaded.ts'

import { sampleOf } from '../data/sample.ts'
import { keptVersions, type KeptVersion } from '../kept/versions.ts'
import { failureText } from '../session/failure-text.ts'
import type { TabProps } from '../template/tab-panel.tsx'
import { lookOf, useData } from '../template/use-data.ts'
import { chooseFiles } from '../templates/choose-files.ts'
import { readDocx } from '../templates/template-api.ts'
import { loadTemplates } from '../templates/template-list.ts'
import { storeTemplate } from '../templates/upload-state.ts'
import { words } from '../words/compare.ts'
import { ComparedVersions } from './compared-versions.tsx'

/** A version that can be compared: the present one, one that this browser kept, or a file of the computer. */
interface Version {
  readonly label: string
  readonly docx: Blob
}

/** What two versions of a template ask for, and their pages side by side. */
export function VersionsTab({ known }: TabProps) {
  const { template, fields, tags } = known
  const { slug, updatedAt } = template
  const [held] = useData(slug, () => sampleOf(fields, tags.sample))
  const [file, setFile] = useState<File | undefined>(undefined)
  const [before, setBefore] = useState(1)
  const [after, setAfter] = useState(0)
  const loaded = useLoaded(`${slug} ${updatedAt}`, async (signal) => ({
    present: (await readDocx(slug, signal)).docx,
    kept: await keptVersions(slug),
  }))
  if (loaded.error !== undefined) {
    return <Failure text={failureText(loaded.error)} onRetry={loaded.reload} />
  }
  if (loaded.value === undefined) return <Skeleton lines={8} />
  const { present, kept } = loaded.value
  const versions: readonly Version[] = [
    { label: words('present', { date: formatInstant(updatedAt) }), docx: present },
    ...kept.map((one) => ({
      label: words('kept', { date: formatInstant(one.updatedAt) }),
      docx: one.docx,
    })),
    ...(file === undefined ? [] : [{ label: file.name, docx: file }]),
  ]
  const choose = async (): Promise<void> => {
    const [chosen] = await chooseFiles('.docx,.docm,.dotx,.dotm')
    if (chosen === undefined) return
    setFile(chosen)
    setBefore(0)
    setAfter(kept.length + 1)
  }
  const [one, other] = [versions[before], versions[after]]
  return (
    <div class="compare">
      <div class="compare-tools">
        <VersionChoice
          label={words('before')}
          versions={versions}
          at={before}
          onChoose={setBefore}
        />
        <VersionChoice label={words('after')} versions={versions} at={after} onChoose={setAfter} />
        <Button onClick={() => void choose()}>{words('chooseFile')}</Button>
        <span class="grow" />
        <KeptActs slug={slug} version={kept[before - 1]} />
      </div>
      {versions.length === 1 && (
        <Empty title={words('none')}>
          <p>{words('noneText')}</p>
        </Empty>
      )}
      {one !== undefined && other !== undefined && one !== other && (
        <ComparedVersions
          before={one.docx}
          after={other.docx}
          request={{ data: held.data, ...lookOf(held) }}
        />
      )}
    </div>
  )
}

interface VersionChoiceProps {
  readonly label: string
  readonly versions: readonly Version[]
  readonly at: number
  readonly onChoose: (at: number) => void
}

function VersionChoice({ label, versions, at, onChoose }: VersionChoiceProps) {
  return (
    <Field label={label}>
      {({ id }) => (
        <select
          id={id}
          class="input"
          value={String(at)}
          onChange={({ currentTarget }) => onChoose(Number(currentTarget.value))}
        >
          {versions[at] === undefined && <option value={String(at)} />}
          {versions.map((version, index) => (
            <option key={index} value={String(index)}>
              {version.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

interface KeptActsProps {
  readonly slug: string
  /** The one that is compared, where this browser kept it. */
  readonly version: KeptVersion | undefined
}

function KeptActs({ slug, version }: KeptActsProps) {
  if (version === undefined) return null
  const restore = async (): Promise<void> => {
    const isSure = await ask({
      title: words('restoreTitle', { date: formatInstant(version.updatedAt) }),
      text: words('restoreText'),
      confirm: words('restore'),
      isDangerous: true,
    })
    if (!isSure) return
    try {
      await storeTemplate(slug, version.docx)
      await loadTemplates()
      toast({ text: words('restored'), tone: 'success' })
    } catch (error) {
      toast({ text: failureText(error), tone: 'danger' })
    }
  }
  return (
    <>
      <Button kind="quiet" onClick={() => saveFile(version.docx, `${slug}.docx`)}>
        {words('download')}
      </Button>
      <Button onClick={() => void restore()}>{words('restore')}</Button>
    </>
  )
}
