import { wordsOf } from '@oficina/web/words.ts'

export const words = wordsOf(
  {
    documents: 'documentos',
    reference: 'Referencia de la API',
    menu: 'Opciones',
    shortcuts: 'Atajos de teclado',
    themeSystem: 'Como el sistema',
    themeLight: 'Claro',
    themeDark: 'Oscuro',
    forgetKey: 'Olvidar la clave',
    offline: 'Sin conexión con el servicio. Lo que escribiste sigue aquí.',
  },
  {
    documents: 'documents',
    reference: 'API reference',
    menu: 'Options',
    shortcuts: 'Keyboard shortcuts',
    themeSystem: 'As the system',
    themeLight: 'Light',
    themeDark: 'Dark',
    forgetKey: 'Forget the key',
    offline: 'No connection to the service. What you typed is still here.',
  },
)
