/** What cannot be asked of a PDF, and why one that was sent or made cannot be used. */
export const PDFS = {
  'must have only letters and signs of Western Europe':
    'debe tener solo letras y signos de Europa occidental',
  'must be a file in base64': 'debe ser un archivo en base64',
  'must be a file’s name without a path': 'debe ser el nombre de un archivo, sin ruta',
  'must be pages counted from 1, such as 1-3,5,8-, with at most 100 ranges':
    'deben ser páginas contadas desde 1, como 1-3,5,8-, en a lo más 100 rangos',
  'is only for format pdf': 'es solo para el formato pdf',
  'cannot be combined with pdfa: PDF/A must open without a password':
    'no se combina con pdfa: un PDF/A debe abrirse sin contraseña',
  'cannot be combined with pdfa 2b: only 3b may have files of any kind':
    'no se combina con pdfa 2b: solo 3b puede llevar archivos de cualquier tipo',
  'cannot be combined with pdfua: its letters would hide others from readers who do not see':
    'no se combina con pdfua: sus letras taparían otras a quien lee sin ver',
  'cannot be combined with pdf.password, pdf.permissions or pdf.attachments':
    'no se combina con pdf.password, pdf.permissions ni pdf.attachments',
  'cannot be had for a merged PDF': 'no se puede en un PDF unido',
  'the document has no such page': 'el documento no tiene esa página',
  'have no pages': 'no tienen páginas',
  'are none that the document has': 'el documento no tiene ninguna de ellas',
  'is no PDF that can be read: %{why}': 'no es un PDF que se pueda leer: %{why}',
  'is a PDF already; POST /render/merge gives it options':
    'ya es un PDF; POST /render/merge le da opciones',
  'is protected by a password; remove it first': 'tiene contraseña; quítasela primero',
  'must be a document, spreadsheet or presentation of Word, Excel, PowerPoint or OpenDocument, or RTF, HTML, CSV or plain text':
    'debe ser un documento, hoja de cálculo o presentación de Word, Excel, PowerPoint u OpenDocument, o RTF, HTML, CSV o texto simple',
  'Texts cannot be converted: the office suite has no writer.':
    'No se pueden convertir textos: la suite de oficina no tiene writer.',
  'Spreadsheets cannot be converted: the office suite has no calc.':
    'No se pueden convertir hojas de cálculo: la suite de oficina no tiene calc.',
  'Presentations cannot be converted: the office suite has no impress.':
    'No se pueden convertir presentaciones: la suite de oficina no tiene impress.',

  'The PDF would take more than %{max} s.': 'El PDF tardaría más de %{max} s.',
  'The PDF would take more than %{max} pages.': 'El PDF tendría más de %{max} páginas.',
  'The PDF would take more than %{max} bytes.': 'El PDF tendría más de %{max} bytes.',
  'The client went away.': 'El cliente se desconectó.',
  'The PDF could not be finished.': 'No se pudo terminar el PDF.',
  'The document cannot be read.': 'No se puede leer el documento.',
  'The document could not be converted to PDF.': 'No se pudo convertir el documento a PDF.',
  'The conversion took longer than %{max} ms.': 'La conversión tardó más de %{max} ms.',
  'Too many conversions are waiting; try again.':
    'Hay demasiadas conversiones en espera; inténtalo de nuevo.',
  'PDF output is not available: the office suite is missing or does not answer.':
    'No se pueden hacer PDF: la suite de oficina falta o no responde.',

  'a dictionary has something that is no name': 'un diccionario tiene algo que no es un nombre',
  'a stream does not end': 'un flujo no termina',
  'a stream of objects cannot be read': 'un flujo de objetos no se puede leer',
  'a stream of objects is missing': 'falta un flujo de objetos',
  'a text does not end': 'un texto no termina',
  'it does not say where its objects are': 'no dice dónde están sus objetos',
  'it ends too early': 'termina antes de tiempo',
  'it has a word that no PDF has': 'tiene una palabra que ningún PDF tiene',
  'it has no catalog': 'no tiene catálogo',
  'it has no pages': 'no tiene páginas',
  'it has no table of objects': 'no tiene tabla de objetos',
  'it has no trailer': 'no tiene final',
  'it has too many named places': 'tiene demasiados lugares con nombre',
  'it has too many objects': 'tiene demasiados objetos',
  'it has too many pages': 'tiene demasiadas páginas',
  'it is encrypted; remove its password first': 'está cifrado; quítale primero la contraseña',
  'it is no PDF': 'no es un PDF',
  'it was changed too often': 'se modificó demasiadas veces',
  'its named places go in circles': 'sus lugares con nombre dan vueltas en círculo',
  'its objects are not where they should be': 'sus objetos no están donde deben',
  'its objects are packed in a way that no writer uses':
    'sus objetos están comprimidos de un modo que ningún programa usa',
  'its objects are packed wrongly': 'sus objetos están mal comprimidos',
  'its objects are too large': 'sus objetos son demasiado grandes',
  'its objects cannot be unpacked': 'sus objetos no se pueden descomprimir',
  'its objects nest too deeply': 'sus objetos anidan demasiado',
  'its pages go in circles': 'sus páginas dan vueltas en círculo',
  'its references go in circles': 'sus referencias dan vueltas en círculo',
  'its table of objects cannot be read': 'su tabla de objetos no se puede leer',
} as const
