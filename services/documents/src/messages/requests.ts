/** What is wrong with a request: its head, its body, its parameters. */
export const REQUESTS = {
  '%{place}: %{what}': '%{place}: %{what}',
  'The request is not valid.': 'La solicitud no es válida.',
  'The x-api-key header is missing or not the right key.':
    'Falta el encabezado x-api-key, o su clave no es la correcta.',
  'There is no %{method} %{path}.': 'No existe %{method} %{path}.',
  'The service failed; its log has it under this request id.':
    'El servicio falló; su bitácora lo tiene con este id de solicitud.',
  'The body is larger than this service accepts.':
    'El cuerpo es más grande de lo que este servicio acepta.',
  'The body is larger than %{max} bytes.': 'El cuerpo tiene más de %{max} bytes.',
  'The body is larger than MAX_UPLOAD_MB, %{max} bytes.':
    'El cuerpo es más grande que MAX_UPLOAD_MB, %{max} bytes.',
  'A line is longer than %{max} bytes.': 'Un renglón tiene más de %{max} bytes.',
  'The template is not the version that If-Match names; read it again.':
    'La plantilla no es la versión que nombra If-Match; léela de nuevo.',

  'the body cannot be read: send what the API reference names':
    'el cuerpo no se puede leer: envía lo que indica la referencia de la API',
  'the body must not nest deeper than %{max} levels':
    'el cuerpo no debe anidar más de %{max} niveles',
  'the body must be valid JSON': 'el cuerpo debe ser JSON válido',
  'the body must be a JSON object': 'el cuerpo debe ser un objeto JSON',
  'the body must be multipart/form-data': 'el cuerpo debe ser multipart/form-data',
  'the body must be %{type}': 'el cuerpo debe ser %{type}',
  'the form has too many parts': 'el formulario tiene demasiadas partes',
  'the multipart body cannot be read': 'el cuerpo multipart no se puede leer',
  'must be sent once': 'debe enviarse una sola vez',
  'is too long': 'es demasiado largo',
  '%{name} is no part of the form': '%{name} no es una parte del formulario',

  'must be true or false': 'debe ser true o false',
  'must be a whole number': 'debe ser un número entero',
  'must be a whole number from %{min} to %{max}': 'debe ser un número entero de %{min} a %{max}',
  'must be a text': 'debe ser un texto',
  'must be a text of at most %{max} characters': 'debe ser un texto de a lo más %{max} caracteres',
  'must be a list': 'debe ser una lista',
  'must be an object': 'debe ser un objeto',
  'must be at least %{limit}': 'debe ser al menos %{limit}',
  'must be at most %{limit}': 'debe ser a lo más %{limit}',
  'must be one of %{allowed}': 'debe ser uno de: %{allowed}',
  'must be well-formed text without null characters':
    'debe ser texto bien formado, sin caracteres nulos',
  'must not be empty': 'no debe estar vacío',
  'must have at most %{max} characters': 'debe tener a lo más %{max} caracteres',
  'must have at most %{max} items': 'debe tener a lo más %{max} elementos',
  'must have at most %{max} bytes': 'debe tener a lo más %{max} bytes',
  'must match %{pattern}': 'debe coincidir con %{pattern}',
  'is required': 'es obligatorio',
  'is not known': 'no se conoce',
  'must be a file': 'debe ser un archivo',
  'must be JSON': 'debe ser JSON',
  'must be a language tag such as es-MX': 'debe ser una etiqueta de idioma, como es-MX',
  'must be an IANA time zone such as America/Mexico_City':
    'debe ser una zona horaria de IANA, como America/Mexico_City',
  'cannot be sent together with %{name}': 'no se puede enviar junto con %{name}',
  'file, schema, schema_clear, translations or translations_clear is required':
    'falta file, schema, schema_clear, translations o translations_clear',
  'must be a list of 1 to %{max} objects with data':
    'debe ser una lista de 1 a %{max} objetos con data',
  'must be a list of 1 to %{max} objects with slug and data, or content':
    'debe ser una lista de 1 a %{max} objetos con slug y data, o content',
  'must be lines: one of options, and 1 to %{max} of items':
    'debe venir en renglones: uno de opciones y de 1 a %{max} de elementos',
  'must be a JSON object in one line': 'debe ser un objeto JSON en un renglón',

  'must be 1 to 64 lowercase letters, digits and hyphens, without a hyphen at the start or end':
    'debe tener de 1 a 64 letras minúsculas, dígitos y guiones, sin guion al inicio ni al final',
  'must be a JSON object of locales': 'debe ser un objeto JSON de idiomas',
  'must have at most %{max} locales': 'debe tener a lo más %{max} idiomas',
  'must be an object of texts': 'debe ser un objeto de textos',
} as const
