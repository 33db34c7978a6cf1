import { wordsOf } from '@oficina/web/words.ts'

export const words = wordsOf(
  {
    page: 'En otra página',
    pageText:
      'El elemento <oficina-preview> muestra las páginas con los datos que se le den, en cualquier sitio.',
    pageCode: 'Código para otra página',
    noteOrigin: 'Si la página está en otra dirección, el servicio debe permitirla en CORS_ORIGINS.',
    noteKey:
      'El servicio pide su clave. Dásela en api-key solo si quien ve la página puede tenerla; si no, pon en service un intermediario que la agregue.',
    noteData:
      'Al cambiar preview.data se dibuja de nuevo. Avisa con los eventos oficina-drawn y oficina-failed.',
    program: 'Desde un programa',
    programText: 'La misma petición que hace el botón PDF, con los datos de Llenar.',
    programCode: 'Petición',
    live: 'Así se ve',
    copy: 'Copiar',
    copied: 'Se copió.',
    notCopied: 'El navegador no dejó copiar. Selecciona el texto.',
  },
  {
    page: 'In another page',
    pageText:
      'The element <oficina-preview> shows the pages with the data that it is given, anywhere.',
    pageCode: 'Code for another page',
    noteOrigin: 'Where the page has another address, the service must allow it in CORS_ORIGINS.',
    noteKey:
      'The service asks for its key. Give it in the attribute api-key only where who sees the page may have it; else name in service a proxy that adds it.',
    noteData:
      'Whenever preview.data is set it is drawn anew. It tells by the events oficina-drawn and oficina-failed.',
    program: 'From a program',
    programText: 'The request that the button PDF sends, with the data of Fill in.',
    programCode: 'Request',
    live: 'How it looks',
    copy: 'Copy',
    copied: 'Copied.',
    notCopied: 'The browser did not let it be copied. Select the text.',
  },
)
