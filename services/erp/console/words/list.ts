import { wordsOf } from '@oficina/web/words.ts'

export const words = wordsOf(
  {
    noAnswer: 'El servicio no respondió. Inténtalo de nuevo.',
    count: '{count} registro|{count} registros',
    empty: 'Aún no hay registros',
    nothingFound: 'Ningún registro cumple con los filtros',
    removeFilters: 'Quitar filtros',
    create: 'Nuevo',
    createFirst: 'Crear el primero',
    selectAll: 'Seleccionar todos los que cumplen con los filtros',
    selectRow: 'Seleccionar',
    sortHelp: 'Clic para ordenar; con Mayús, junto con las demás',
    resize: 'Ancho de {name}',
    failed: 'No se pudo cargar la lista. {reason}',
  },
  {
    noAnswer: 'The service did not answer. Try again.',
    count: '{count} record|{count} records',
    empty: 'No records yet',
    nothingFound: 'No record matches the filters',
    removeFilters: 'Remove filters',
    create: 'New',
    createFirst: 'Create the first',
    selectAll: 'Select all that match the filters',
    selectRow: 'Select',
    sortHelp: 'Click to sort; with Shift, together with the others',
    resize: 'Width of {name}',
    failed: 'The list could not be loaded. {reason}',
  },
)
