import '@preact/signals'
import { nodeAt, valueOf, type NodePath } from '../record-node.ts'
import { holds } from './conditions.ts'
import { FormField, isFieldShown } from './form-field.tsx'
import type { FormState } from './form-state.ts'
import { packedWidths } from './packed-widths.ts'
import type { FormField as FormFieldShape, FormSection } from './record-shape.ts'

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
    .filter(({ fields }) => placed({ state, path, isReadOnly }, fields).length > 0)
  return (
    <>
      {shown.map(({ title, fields }) => (
        <section key={title} class="card form-section">
          <h2>{title}</h2>
          <FieldsOf state={state} path={path} fields={fields} isReadOnly={isReadOnly} />
        </section>
      ))}
    </>
  )
}

/** Fields in rows of twelve columns. */
export function FieldsOf({
  fields,
  isTight = false,
  ...of
}: Omit<FormSectionsProps, 'sections'> & {
  readonly fields: readonly FormFieldShape[]
  /** What helps is aside, so that more is seen at once. */
  readonly isTight?: boolean
}) {
  return (
    <div class="fields">
      {placed(of, fields).map(([field, width]) => (
        <FormField key={field.column.name} {...of} field={field} width={width} isTight={isTight} />
      ))}
    </div>
  )
}

/** The fields that are shown now, each with its width. */
function placed(
  of: Pick<FormSectionsProps, 'state' | 'path' | 'isReadOnly'>,
  fields: readonly FormFieldShape[],
): readonly (readonly [FormFieldShape, number])[] {
  const shown = fields.filter((field) => isFieldShown(of, field))
  const { columns, admin } = of.state.shape.meta
  const main = columns.find(
    ({ name, references, required, filled_by: filledBy }) =>
      references !== null && required && filledBy === null && admin.list_display.includes(name),
  )
  const widths = packedWidths(
    shown.map(({ column, width }) => ({
      width,
      isReference: column.references !== null,
      isMain: column === main,
    })),
  )
  return shown.map((field, index) => [field, widths[index] ?? field.width] as const)
}
