/** Why data does not become a document. */
export const RENDERS = {
  'There is no template %{slug}.': 'No existe la plantilla %{slug}.',
  'There is a template %{slug} already; PUT replaces it.':
    'La plantilla %{slug} ya existe; PUT la reemplaza.',
  'The template %{slug} has no schema.': 'La plantilla %{slug} no tiene esquema.',
  'The disk of the service is full; nothing was changed. Its operator must make room.':
    'El disco del servicio está lleno; no se cambió nada. Quien lo opera debe hacer espacio.',
  'The store of the templates cannot be used at the moment; nothing was changed. Try again.':
    'El almacén de plantillas no está disponible por ahora; no se cambió nada. Inténtalo de nuevo.',
  'The data does not fit the schema of %{slug}.': 'Los datos no cumplen el esquema de %{slug}.',
  'The data lacks values that %{slug} needs: %{paths}.':
    'Faltan en los datos valores que %{slug} necesita: %{paths}.',
  'must have a value for %{path}': 'debe tener un valor para %{path}',
  'The template %{slug} cannot be rendered.': 'No se puede llenar la plantilla %{slug}.',
  'The template %{slug} cannot be rendered: %{part}: %{what}':
    'No se puede llenar la plantilla %{slug}: %{part}: %{what}',
  'The template %{slug} cannot be rendered: %{tag} in %{part}: %{what}':
    'No se puede llenar la plantilla %{slug}: %{tag} en %{part}: %{what}',
  'The render took too long.': 'El llenado tardó demasiado.',
  'The render took too much memory.': 'El llenado ocupó demasiada memoria.',

  'The image of %{tag} could not be loaded: %{why}.':
    'No se pudo cargar la imagen de %{tag}: %{why}.',
  'not a data URI, an http or https URL, or a path below the images directory':
    'no es un data URI, ni una URL http o https, ni una ruta dentro de la carpeta de imágenes',
  'not an image that this service knows (PNG, JPEG, GIF, BMP, WebP, SVG)':
    'no es una imagen que este servicio conozca (PNG, JPEG, GIF, BMP, WebP, SVG)',
  'larger than the limit': 'es más grande que el límite',
  'too many pixels': 'tiene demasiados píxeles',
  'too many different images': 'hay demasiadas imágenes distintas',
  'the data URI is not valid base64': 'el data URI no es base64 válido',
  'no such file in the images directory': 'no hay tal archivo en la carpeta de imágenes',
  'the address could not be fetched': 'no se pudo obtener la dirección',
  'the SVG holds scripts or refers to other files':
    'el SVG contiene programas o se refiere a otros archivos',
} as const
