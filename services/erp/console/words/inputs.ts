import { wordsOf } from '@oficina/web/words.ts'

export const words = wordsOf(
  {
    law: 'Qué se pide en {label}',
    choose: 'Elige…',
    dayForm: 'dd/mm/aaaa',
    calendar: 'Calendario',
    create: 'Crear {model}',
    open: 'Abrir {text} en otra pestaña',
    similar: 'Quizá quisiste decir «{words}»',
    noSuch: 'No hay «{typed}» en {models}.',
    severalSuch: 'Hay varios que dicen «{typed}»: elige uno.',
    notJson: 'No es JSON: revisa comillas, comas y llaves.',
  },
  {
    law: 'What is wanted in {label}',
    choose: 'Choose…',
    dayForm: 'mm/dd/yyyy',
    calendar: 'Calendar',
    create: 'Create {model}',
    open: 'Open {text} in another tab',
    similar: 'Perhaps you meant “{words}”',
    noSuch: 'There is no “{typed}” in {models}.',
    severalSuch: 'Several match “{typed}”: choose one.',
    notJson: 'This is not JSON: look at quotes, commas and braces.',
  },
)
