import { useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { Combobox } from '@oficina/web/combobox.tsx'
import { Dialog } from '@oficina/web/dialog.tsx'
import { Field } from '@oficina/web/field.tsx'

import { failureText } from '../session/failure-text.ts'
import { words } from '../words/admin.ts'
import { keysById, ownRights, type Profile, type ProfileMatrix } from './load-profile.ts'
import { plainText } from './plain-text.ts'
import { withCopied, type Changes } from './profile-rights.ts'

export interface CopyRightsProps {
  readonly matrix: ProfileMatrix
  readonly changes: Changes
  readonly onCopy: (changes: Changes) => void
}

const LOADING_MS = 60_000
const SHOWN = 20

/** Adds what another profile says to the changes. */
export function CopyRights({ matrix, changes, onCopy }: CopyRightsProps) {
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<Profile | undefined>(undefined)
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const [isBusy, setBusy] = useState(false)
  const copy = async (): Promise<void> => {
    if (chosen === undefined) return
    setBusy(true)
    try {
      const signal = AbortSignal.timeout(LOADING_MS)
      const other = await ownRights(chosen.id, keysById(matrix.rights), signal)
      onCopy(withCopied(matrix.chain, changes, other))
      setOpen(false)
    } catch (error) {
      setProblem(failureText(error))
    }
    setBusy(false)
  }
  const others = matrix.profiles.filter(({ id }) => id !== matrix.profile.id)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{words('copyFrom')}</Button>
      {isOpen && (
        <Dialog
          title={words('copyFrom')}
          onClose={() => setOpen(false)}
          actions={
            <>
              <Button onClick={() => setOpen(false)}>{words('cancel')}</Button>
              <Button
                kind="primary"
                disabled={chosen === undefined}
                isBusy={isBusy}
                onClick={() => void copy()}
              >
                {words('copyAct')}
              </Button>
            </>
          }
        >
          <Field label={words('copyChoose')} help={words('copyHelp')} error={problem}>
            {(ids) => (
              <Combobox
                ids={ids}
                autoFocus
                shown={chosen === undefined ? '' : chosen.nombre}
                search={async (typed) =>
                  others
                    .filter(({ clave, nombre }) =>
                      plainText(`${clave} ${nombre}`).includes(plainText(typed)),
                    )
                    .slice(0, SHOWN)
                    .map((value) => ({ value, label: value.nombre, detail: value.clave }))
                }
                onChoose={({ value }) => setChosen(value)}
              />
            )}
          </Field>
        </Dialog>
      )}
    </>
  )
}
