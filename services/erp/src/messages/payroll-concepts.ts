import { message } from './message.ts'

// What payroll lacks of its concepts.

/** `missing`: what the law computes, as `ConceptoNomina.calculo` calls it. */
export const CONCEPTS_MISSING = message<{ readonly missing: readonly string[] }>({
  en: ({ missing }) =>
    `No active ConceptoNomina has calculo ${missing.join(', ')}; agregar_conceptos adds them.`,
  es: ({ missing }, say) =>
    `Ningún concepto de nómina activo tiene ${say.field('calculo')} ${say.all(
      missing.map((value) => say.choice(value, { model: 'ConceptoNomina', field: 'calculo' })),
    )}; la acción «Agregar conceptos» los da de alta.`,
})
