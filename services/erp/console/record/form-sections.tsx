import '@preact/signals'
import { holds } from './conditions.ts'
import { FormField, isFieldShown } from './form-field.tsx'
import type { FormState } from './form-state.ts'
import { nodeAt, valueOf, type NodePath } from './record-node.ts'
import type { FormSection } from './record-shape.ts'

export interface FormSectionsProps {
  readonly state: FormState
  readonly path: NodePath
  readonly sections: readonly FormSection[]
  readonly isReadOnly: boolean
}

/** The sections of a form, each a card of twelve columns. */
export function FormSections({ state, path, sections, isReadOnly }: FormSectionsProps) {
  const node = nodeAt(state.node.value, path)
  if (node === undefined) return null
  const shown = sections
    .filter(({ visibleIf }) => holds(visibleIf, (name) => valueOf(node, name)))
    .filter(({ fields }) => fields.some((field) => isFieldShown(node, field)))
  return (
    <>
      {shown.map(({ title, fields }) => (
        <section key={title} class="card form-section">
          <h2>{title}</h2>
          <div class="fields">
            {fields.map((field) => (
              <FormField
                key={field.column.name}
                state={state}
                path={path}
                field={field}
                isReadOnly={isReadOnly}
              />
            ))}
          </div>
        </section>
      ))}
    </>
  )
}
