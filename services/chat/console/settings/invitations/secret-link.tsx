import { Field } from '@oficina/web/field.tsx'

import { words } from '../../words/invitations.ts'
import { CopyButton } from '../controls/copy-button.tsx'

/** A link to hand on. */
export function SecretLink({ link }: { readonly link: string }) {
  return (
    <Field label={words('link')} help={words('linkHelp')}>
      {({ id, describedBy }) => (
        <div class="secret">
          <input
            class="input"
            id={id}
            aria-describedby={describedBy}
            readOnly
            value={link}
            onFocus={(event) => event.currentTarget.select()}
          />
          <CopyButton text={link} />
        </div>
      )}
    </Field>
  )
}
