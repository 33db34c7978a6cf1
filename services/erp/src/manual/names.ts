import type { Bilingual } from '@oficina/words/bilingual.ts'
import type { Language } from '@oficina/words/language.ts'

import type { ActionDescription } from '../dictionary/action-description.ts'
import type { Field, Model, Registry } from '../dictionary/types.ts'
import type { NameKind } from './manual-tree.ts'
import type { Named } from './parse-inlines.ts'

/** All that has a name in the console. */
export interface NamedThings {
  readonly registry: Registry
  readonly actions: readonly ActionDescription[]
  /** Labels by the last part of the report's path. */
  readonly reports: ReadonlyMap<string, Bilingual>
  /** Labels of ready profiles by their key. */
  readonly profiles: ReadonlyMap<string, string>
}

/**
 * What the console calls the thing that a page names, from the same metadata, so that a manual never has old words.
 * Texts of the console itself (`boton`) are written as they are; a test finds them in its tables.
 */
export function namesIn(language: Language, things: NamedThings) {
  return (kind: NameKind, path: string): Named | undefined => {
    const [head = '', name = '', input = ''] = path.split('.')
    const model = things.registry.models.get(head)
    const field = model?.fieldByName.get(name)
    switch (kind) {
      case 'modulo':
        return plain(things.registry.modules.find((one) => one.name === path)?.label)
      case 'modelo':
        return model && { text: model.labelPlural, to: `/m/${model.name}` }
      case 'campo':
        return plain(field?.label)
      case 'estado':
        return plain(field === undefined ? stateOf(model, name) : choiceOf(field, input))
      case 'accion':
        return plain(actionOf(things, head, name)?.label)
      case 'entrada':
        return plain(inputOf(actionOf(things, head, name), input))
      case 'reporte': {
        const label = things.reports.get(path)
        return label && { text: label[language], to: `/reports/${path}` }
      }
      case 'perfil':
        return plain(things.profiles.get(path))
      case 'boton':
        return { text: path, to: null }
    }
  }
}

function plain(text: string | undefined): Named | undefined {
  return text === undefined ? undefined : { text, to: null }
}

/** `Venta.facturada` is a state, `Articulo.tipo.servicio` a value of a closed list. */
function stateOf(model: Model | undefined, value: string): string | undefined {
  const field = model?.fieldByName.get('estado')
  return field && choiceOf(field, value)
}

function choiceOf(field: Field, value: string): string | undefined {
  if (field.type !== 'choice') return undefined
  return field.choices.find((one) => one.value === value)?.label
}

function actionOf({ actions }: NamedThings, model: string, name: string) {
  return actions.find((one) => one.model === model && one.name === name)
}

function inputOf(action: ActionDescription | undefined, name: string): string | undefined {
  return action?.inputs.find(({ field }) => field.name === name)?.field.label
}
