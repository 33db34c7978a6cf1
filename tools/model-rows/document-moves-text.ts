import { HAND, type Move } from '../../services/erp/src/dictionary/states.ts'
import type { Model, Registry } from '../../services/erp/src/dictionary/types.ts'

/** The modules with documents that actions move from one state to another. */
export function movedModules(registry: Registry): readonly string[] {
  return registry.modules.map(({ name }) => name).filter((name) => moved(registry, name).length > 0)
}

/** A file with the moves of a module's documents, for the actions that make them. */
export function documentMovesText(registry: Registry, module: string): string {
  const name = `${module.toUpperCase().replaceAll('-', '_')}_MOVES`
  return `// Written by \`npm run rows\` from the dictionary; a test compares.

/** From where the actions of ${module} and others move its documents to where. */
export const ${name} = {
${moved(registry, module)
  .map((model) => `  ${model.name}: [\n${movesOf(model).map(moveText).join('\n')}\n  ],`)
  .join('\n')}
} as const
`
}

function moved(registry: Registry, module: string): readonly Model[] {
  return [...registry.models.values()]
    .filter((model) => model.module === module && movesOf(model).length > 0)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

function movesOf({ states }: Model): readonly Move[] {
  return (states?.moves ?? []).filter(({ by }) => by !== HAND)
}

function moveText({ from, to, by }: Move): string {
  const states = from.map((state) => `'${state}'`).join(', ')
  return `    { from: [${states}], to: '${to}', by: '${by}' },`
}
