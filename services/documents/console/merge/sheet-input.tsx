import tableIcon from 'lucide-static/icons/file-spreadsheet.svg'
import { useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { printCsv } from '@oficina/web/csv-text.ts'
import { classes } from '@oficina/web/dom.ts'
import { saveFile } from '@oficina/web/save-file.ts'
import { toast } from '@oficina/web/toasts.tsx'

import { chooseFiles } from '../templates/choose-files.ts'
import { words } from '../words/merge.ts'
import type { Target } from './mapping.ts'
import { fileSheet, MAX_ROWS, pastedSheet, type Sheet } from './sheet.ts'

export interface SheetInputProps {
  readonly slug: string
  readonly targets: readonly Target[]
  readonly sheet: Sheet | undefined
  readonly onSheet: (sheet: Sheet | undefined) => void
}

/** Rows that are pasted, chosen or dropped. */
export function SheetInput({ slug, targets, sheet, onSheet }: SheetInputProps) {
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const take = (given: Sheet | undefined): void => {
    setProblem(given === undefined ? words('noRows') : undefined)
    if (given === undefined) return
    if (given.rows.length > MAX_ROWS) {
      toast({ text: words('tooMany', { count: MAX_ROWS }), tone: 'danger' })
    }
    onSheet({ ...given, rows: given.rows.slice(0, MAX_ROWS) })
  }
  const read = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return
    try {
      take(await fileSheet(file))
    } catch {
      setProblem(words('unreadable'))
    }
  }
  return (
    <section class="card" aria-labelledby="merge-source">
      <h2 id="merge-source">{words('source')}</h2>
      {sheet === undefined ? (
        <>
          <p class="muted">{words('sourceText')}</p>
          <DropSheet
            onFile={(file) => void read(file)}
            onText={(text) => take(pastedSheet(text))}
          />
          {problem !== undefined && (
            <p class="field-error" role="alert">
              {problem}
            </p>
          )}
          <p class="merge-tools">
            <Button icon={tableIcon} onClick={() => void chosen().then(read)}>
              {words('choose')}
            </Button>
            <Button kind="quiet" onClick={() => saveTitles(slug, targets)}>
              {words('titles')}
            </Button>
          </p>
        </>
      ) : (
        <p class="merge-tools">
          <strong>{sheet.name === '' ? words('fromPaste') : sheet.name}</strong>
          <span class="muted">{words('loaded', { count: sheet.rows.length })}</span>
          <Button kind="quiet" onClick={() => onSheet(undefined)}>
            {words('change')}
          </Button>
        </p>
      )}
    </section>
  )
}

interface DropSheetProps {
  readonly onFile: (file: File | undefined) => void
  readonly onText: (text: string) => void
}

function DropSheet({ onFile, onText }: DropSheetProps) {
  const [isOver, setOver] = useState(false)
  return (
    <div
      class={classes('drop-sheet', isOver && 'over')}
      // The page around takes files for new versions of the template.
      onDragOver={(event) => {
        event.preventDefault()
        event.stopPropagation()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        event.stopPropagation()
        setOver(false)
        onFile(event.dataTransfer?.files[0])
      }}
    >
      <textarea
        class="input"
        rows={3}
        aria-label={words('pasteLabel')}
        placeholder={words('paste')}
        value=""
        onPaste={(event) => {
          event.preventDefault()
          onText(event.clipboardData?.getData('text/plain') ?? '')
        }}
        onChange={({ currentTarget }) => onText(currentTarget.value)}
      />
      <small class="muted">{words('dropSheet')}</small>
    </div>
  )
}

async function chosen(): Promise<File | undefined> {
  const [file] = await chooseFiles('.csv,.tsv,.txt,.xlsx')
  return file
}

/** A sheet to be filled in, whose columns fit by themselves. */
function saveTitles(slug: string, targets: readonly Target[]): void {
  const titles = targets.filter(({ isSimple }) => isSimple).map(({ name }) => name)
  // Excel reads UTF-8 by this mark.
  const text = `\u{feff}${printCsv([titles])}`
  saveFile(new Blob([text], { type: 'text/csv' }), `${slug}.csv`)
}
