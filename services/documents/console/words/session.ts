import { wordsOf } from '@oficina/web/words.ts'

export const words = wordsOf(
  {
    title: 'Entrar',
    intro: 'Plantillas de Word que se llenan solas.',
    key: 'Clave del servicio',
    keyHelp: 'La que se configuró como API_KEY. Se escribe una vez y se guarda en este navegador.',
    enter: 'Entrar',
    refused: 'El servicio no aceptó esta clave.',
    empty: 'Escribe la clave.',
    noAnswer: 'El servicio no respondió. Inténtalo de nuevo.',
  },
  {
    title: 'Enter',
    intro: 'Word templates that fill themselves in.',
    key: 'Key of the service',
    keyHelp: 'The one configured as API_KEY. It is typed once and kept in this browser.',
    enter: 'Enter',
    refused: 'The service did not take this key.',
    empty: 'Type the key.',
    noAnswer: 'The service did not answer. Try again.',
  },
)
