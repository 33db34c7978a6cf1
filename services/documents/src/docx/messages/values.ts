/** Why values do not fit their tags, what a document may not become with them, and what tags want to be given. */
export const VALUES = {
  'The sections and formatters of the template take more than %{max} turns with this data.':
    'Las secciones y los formatos de la plantilla dan más de %{max} vueltas con estos datos.',
  'The document grows beyond %{max} bytes with this data.':
    'El documento pasa de %{max} bytes con estos datos.',
  'The document has more than %{max} lists with this data.':
    'El documento tiene más de %{max} listas con estos datos.',
  'The document shows more than %{max} images with this data.':
    'El documento muestra más de %{max} imágenes con estos datos.',
  'A table cannot have more than %{max} columns.':
    'Una tabla no puede tener más de %{max} columnas.',
  'The value of an image tag must be text: a data URI, a URL or a path.':
    'El valor de una etiqueta de imagen debe ser texto: un data URI, una URL o una ruta.',
  'The image was not loaded.': 'La imagen no se cargó.',
  'The image has no size.': 'La imagen no tiene tamaño.',

  'The value of a raw XML tag must be text.':
    'El valor de una etiqueta de XML directo debe ser texto.',
  'The raw XML cannot be used: %{why}': 'El XML directo no se puede usar: %{why}',
  'The raw XML must be elements only.': 'El XML directo debe tener solo elementos.',
  'The raw XML must be whole elements, such as paragraphs, with no text between them.':
    'El XML directo debe ser de elementos completos, como párrafos, sin texto entre ellos.',
  'The raw XML must not refer to relationships.': 'El XML directo no debe referirse a relaciones.',
  'The value of a rich tag must be text in Markdown, {"markdown": text} or {"html": text}.':
    'El valor de una etiqueta de texto con formato debe ser texto en Markdown, {"markdown": texto} o {"html": texto}.',
  'The value of a rich tag has more than %{max} characters.':
    'El valor de una etiqueta de texto con formato tiene más de %{max} caracteres.',
  'The value of a rich tag cannot be used. Its elements are nested deeper than %{max}.':
    'El valor de una etiqueta de texto con formato no se puede usar. Sus elementos anidan más de %{max} niveles.',
  'The value of a rich tag cannot be used. It has more than %{max} paragraphs and cells.':
    'El valor de una etiqueta de texto con formato no se puede usar. Tiene más de %{max} párrafos y celdas.',

  'The value is too long for a %{code}: at most %{max} bytes.':
    'El valor es demasiado largo para un %{code}: a lo más %{max} bytes.',
  'The value is too long for a %{code}: at most %{max} characters.':
    'El valor es demasiado largo para un %{code}: a lo más %{max} caracteres.',
  'The value cannot be a %{code}: %{why}.': 'El valor no puede ser un %{code}: %{why}.',
  'QR code': 'código QR',
  'A Code 128 holds letters without accents, digits and signs of ASCII only.':
    'Un Code 128 solo lleva letras sin acentos, dígitos y signos de ASCII.',
  'An %{code} has %{digits} digits, or %{fewer} to which the check digit is added.':
    'Un %{code} tiene %{digits} dígitos, o %{fewer} a los que se agrega el dígito verificador.',
  'The check digit, the last of this %{code}, must be %{check}.':
    'El dígito verificador, el último de este %{code}, debe ser %{check}.',

  'The joined text is too long.': 'El texto unido es demasiado largo.',
  '"%{operator}" is no comparison.': '"%{operator}" no es una comparación.',
  'nothing is written out in "%{locale}", only in es and en':
    'nada se escribe con letra en "%{locale}", solo en es y en',
  'only dates are written out in words': 'solo las fechas se escriben con letra',
  '"%{field}" stands for nothing in a date; there are %{known}, and text in quotes: date:"d \'de\' MMMM \'de\' yyyy"':
    '"%{field}" no significa nada en una fecha; hay %{known}, y texto entre comillas: date:"d \'de\' MMMM \'de\' yyyy"',

  'An image: a data URI, an http or https URL, or a path.':
    'Una imagen: un data URI, una URL http o https, o una ruta.',
  'WordprocessingML: one or more whole elements.':
    'WordprocessingML: uno o más elementos completos.',
  'Markdown, or an object with the text as markdown or html.':
    'Markdown, o un objeto con el texto como markdown o html.',
  'ISO 8601, or milliseconds since 1970.': 'ISO 8601, o milisegundos desde 1970.',
  'A currency, such as MXN.': 'Una moneda, como MXN.',
  'A language tag, such as es-MX.': 'Una etiqueta de idioma, como es-MX.',
  'An IANA time zone, such as America/Mexico_City.':
    'Una zona horaria de IANA, como America/Mexico_City.',
  'At most 80 characters of ASCII.': 'A lo más 80 caracteres de ASCII.',
  '13 digits, or 12 without the check digit.': '13 dígitos, o 12 sin el dígito verificador.',
  '8 digits, or 7 without the check digit.': '8 dígitos, o 7 sin el dígito verificador.',
} as const
