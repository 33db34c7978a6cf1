import '@preact/signals'
import openIcon from 'lucide-static/icons/external-link.svg'
import { useEffect, useState } from 'preact/hooks'
import { Combobox, type ComboOption } from '@oficina/web/combobox.tsx'
import { Icon } from '@oficina/web/icon.tsx'
import { href } from '@oficina/web/router.ts'

import { modelMetadata, type ModelMetadata } from '../metadata/model-metadata.ts'
import { words } from '../words/inputs.ts'
import { createReference, mayCreate } from './create-request.ts'
import { codesOf, namedBy, onlyMeant, type FoundReference } from './meant-reference.ts'
import { rememberReference } from './recent-references.ts'
import { resolveReference, searchReferences } from './search-references.ts'
import type { ValueInputProps } from './value-props.ts'

export interface ReferencePickerProps extends Omit<ValueInputProps, 'column'> {
  readonly column?: ValueInputProps['column']
  /** What is referred to. */
  readonly model: string
}

/**
 * A field for a record of another model, found on the server by what is typed. A key that is typed and left with Tab is
 * looked up, also after the field is gone. Where the person may, what is not there is made in a dialog.
 */
export function ReferencePicker(props: ReferencePickerProps) {
  const { model, value, text, ids, label, filter, isCell = false, onChange } = props
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const target = useTarget(model)
  const of = { model, filter }
  const take = (reference: FoundReference, typed = ''): void => {
    const { id, text: chosen, record } = reference
    const named = target === undefined ? undefined : namedBy(reference, typed, codesOf(target))
    rememberReference(model, { id, text: chosen })
    setProblem(undefined)
    onChange(id, { text: chosen, named, ...(record === undefined ? {} : { record }) })
  }
  const leave = async (
    typed: string,
    found: readonly ComboOption<FoundReference>[] | undefined,
  ): Promise<void> => {
    if (typed.trim() === '' || typed === text) return
    const meant =
      found === undefined
        ? await resolveReference(of, typed).catch(() => undefined)
        : onlyMeant(found, typed, target && codesOf(target))
    if (meant === undefined) return
    if (typeof meant !== 'string') return take(meant, typed)
    const models = target?.label_plural ?? model
    setProblem(
      meant === 'none' ? words('noSuch', { typed, models }) : words('severalSuch', { typed }),
    )
  }
  const create = async (typed: string): Promise<void> => {
    const made = await createReference(model, typed)
    if (made !== undefined) take(made)
  }
  const isHeld = value !== null && value !== undefined
  return (
    <>
      <div class={isCell ? 'reference' : 'reference with-link'}>
        <Combobox<FoundReference>
          ids={ids}
          label={label}
          shown={isHeld ? (text ?? String(value)) : ''}
          placeholder={props.placeholder}
          isRequired={props.isRequired}
          isInvalid={problem !== undefined}
          isDisabled={props.isDisabled}
          autoFocus={props.autoFocus}
          search={(typed, signal) => searchReferences(of, typed, signal)}
          onChoose={(option, typed) => take(option.value, typed)}
          onClear={() => {
            setProblem(undefined)
            onChange(null)
          }}
          onLeave={(typed, found) => void leave(typed, found)}
          onKeyDown={props.onKeyDown}
          create={
            target !== undefined && mayCreate.value?.(model) === true
              ? { label: createLabel(target), run: (typed) => void create(typed) }
              : undefined
          }
        />
        {!isCell && isHeld && (
          <a
            class="icon-btn"
            href={href(`/m/${model}/${String(value)}`)}
            target="_blank"
            rel="noopener"
            aria-label={words('open', { text: text ?? String(value) })}
            title={words('open', { text: text ?? String(value) })}
          >
            <Icon svg={openIcon} />
          </a>
        )}
      </div>
      {problem !== undefined && (
        <p class="field-error" role="alert">
          {problem}
        </p>
      )}
    </>
  )
}

function createLabel({ label }: ModelMetadata): string {
  return words('create', { model: label.toLowerCase() })
}

function useTarget(model: string): ModelMetadata | undefined {
  const [target, setTarget] = useState<ModelMetadata | undefined>(undefined)
  useEffect(() => {
    const state = { isGone: false }
    const load = async (): Promise<void> => {
      const meta = await modelMetadata(model).catch(() => undefined)
      if (!state.isGone) setTarget(meta)
    }
    void load()
    return () => {
      state.isGone = true
    }
  }, [model])
  return target
}
