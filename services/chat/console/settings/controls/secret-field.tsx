import { useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { Field } from '@oficina/web/field.tsx'

import { words } from '../../words/settings.ts'
import { CopyButton } from './copy-button.tsx'

/** A key: covered until it is asked for. */
export function SecretField({
  label,
  help,
  value,
}: {
  readonly label: string
  readonly help?: string
  readonly value: string
}) {
  const [isShown, setShown] = useState(false)
  return (
    <Field label={label} help={help}>
      {({ id, describedBy }) => (
        <div class="secret">
          <input
            class="input"
            id={id}
            aria-describedby={describedBy}
            // The types want one element a type.
            type={(isShown ? 'text' : 'password') as 'text'}
            autocomplete="off"
            readOnly
            value={value}
            onFocus={(event) => event.currentTarget.select()}
          />
          <Button kind="quiet" onClick={() => setShown(!isShown)}>
            {isShown ? words('hide') : words('show')}
          </Button>
          <CopyButton text={value} />
        </div>
      )}
    </Field>
  )
}
