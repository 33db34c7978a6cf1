import { words } from '../../words/list.ts'
import { FacetChoice } from './facet-choice.tsx'
import type { FacetEditorProps } from './facet-editor-props.ts'
import { FacetDays, FacetNumbers, FacetText } from './facet-range.tsx'
import { FacetReference } from './facet-reference.tsx'
import { facetKind, valueOf } from './facets.ts'

/** The conditions on one field, by its type; with those that have no value, or any. */
export function FacetEditor(props: FacetEditorProps) {
  const { path, facet, column, onChange } = props
  const empty = valueOf(facet, 'null')
  const setEmpty = (wanted: string | undefined): void => {
    onChange({ path, conditions: wanted === undefined ? [] : [[`${path}__null`, wanted]] })
  }
  return (
    <>
      {empty === undefined && <ByKind {...props} />}
      {!column.field.required && (
        <div class="facet-empty">
          {(['true', 'false'] as const).map((wanted) => (
            <label key={wanted}>
              <input
                type="checkbox"
                checked={empty === wanted}
                onChange={(event) => setEmpty(event.currentTarget.checked ? wanted : undefined)}
              />
              {words(wanted === 'true' ? 'isEmpty' : 'isFilled')}
            </label>
          ))}
        </div>
      )}
    </>
  )
}

function ByKind(props: FacetEditorProps) {
  switch (facetKind(props.column)) {
    case 'choice':
    case 'boolean':
      return <FacetChoice {...props} />
    case 'day':
    case 'instant':
      return <FacetDays {...props} />
    case 'reference':
      return <FacetReference {...props} />
    case 'number':
      return <FacetNumbers {...props} />
    case 'text':
      return <FacetText {...props} />
  }
}
