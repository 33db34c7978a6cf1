/** What is wrong with a call itself: its form, its parameters, its credentials; and what keeps the server from it. */
export const REQUESTS = {
  'The server is busy; try again in a moment':
    'El servidor está ocupado; inténtalo de nuevo en un momento',
  'The server is too busy; try again': 'El servidor está muy ocupado; inténtalo de nuevo',
  'The files cannot be reached; try again in a moment':
    'No se puede llegar a los archivos; inténtalo de nuevo en un momento',
  'The disk of the server is full; nothing was kept.':
    'El disco del servidor está lleno; no se guardó nada.',
  'The request is too large': 'La solicitud es demasiado grande',
  'Malformed request': 'La solicitud está mal formada',
  'Internal server error': 'Error interno del servidor',
  'API usage exceeded rate limit': 'Se excedió el límite de uso de la API',
  'Method Not Allowed': 'Método no permitido',
  'Invalid subdomain': 'El subdominio no es válido',
  'This endpoint does not accept bot requests.': 'Esta operación no acepta solicitudes de bots.',
  'This endpoint requires HTTP basic authentication.':
    'Esta operación requiere autenticación básica de HTTP.',
  'The multipart form cannot be read to its end':
    'El formulario multipart no se puede leer hasta el final',
  'There is no %{method} %{path}': 'No existe %{method} %{path}',
  "There is no %{name} '%{found}'": "No existe %{name} '%{found}'",

  'The path is not properly encoded': 'La ruta no está bien codificada',
  'A part of the path has more than 1,024 characters':
    'Una parte de la ruta tiene más de 1,024 caracteres',
  'The path and the headers may have 128 KiB together':
    'La ruta y los encabezados pueden tener 128 KiB en total',
  'The request took too long to arrive': 'La solicitud tardó demasiado en llegar',
  'The server is no proxy: it takes no CONNECT': 'El servidor no es un proxy: no acepta CONNECT',
  'This process of the server is stopping: nothing was done, try again':
    'Este proceso del servidor se está deteniendo: no se hizo nada, inténtalo de nuevo',
  'The request is not proper HTTP': 'La solicitud no es HTTP correcto',

  'Not logged in: API authentication or user session required':
    'No has iniciado sesión: se requiere autenticación de la API o una sesión',
  'Invalid authorization header for basic auth':
    'El encabezado de autorización básica no es válido',
  'Malformed API key': 'La clave de API está mal formada',
  'Invalid API key': 'La clave de API no es válida',
  'This API is not available to incoming webhook bots.':
    'Esta API no está disponible para bots de webhooks entrantes.',
  'Account is not associated with this subdomain': 'La cuenta no es de este subdominio',
  'Account is deactivated': 'La cuenta está desactivada',
  'This organization has been deactivated': 'Esta organización está desactivada',
  'Your username or password is incorrect': 'Tu usuario o contraseña no es correcto',
  'DevAuthBackend not enabled.': 'DevAuthBackend no está habilitado.',
  'Not allowed for guest users': 'Los invitados no pueden hacer esto',
  'Must be an organization administrator': 'Debes ser administrador de la organización',
  'Must be an organization owner': 'Debes ser propietario de la organización',
  'Must be an organization member': 'Debes ser miembro de la organización',
  'Insufficient permission': 'No tienes permiso suficiente',
  'User not authorized for this query': 'No tienes autorización para esta consulta',

  "Missing '%{name}' argument": "Falta el argumento '%{name}'",
  "Can't decide between '%{first}' and '%{second}' arguments":
    "No se puede decidir entre los argumentos '%{first}' y '%{second}'",
  '%{name} is not valid JSON': '%{name} no es JSON válido',
  '%{place} is not a boolean': '%{place} no es un valor booleano',
  '%{place} is not an integer': '%{place} no es un número entero',
  '%{place} is not a string': '%{place} no es un texto',
  '%{place} is not a list': '%{place} no es una lista',
  '%{place} is not a dict': '%{place} no es un objeto',
  '%{place} is not a bool': '%{place} no es un booleano',
  '%{place} is not a date': '%{place} no es una fecha',
  '%{place} is not a URL': '%{place} no es una URL',
  '%{place} is too small': '%{place} es demasiado pequeño',
  '%{place} is too large': '%{place} es demasiado grande',
  '%{place} is too large (max %{max})': '%{place} es demasiado grande (máximo %{max})',
  '%{place} is too long (limit: %{max} characters)':
    '%{place} es demasiado largo (límite: %{max} caracteres)',
  '%{place} is too long (limit: %{max} items)':
    '%{place} es demasiado largo (límite: %{max} elementos)',
  '%{place} cannot be blank': '%{place} no puede estar en blanco',
  '%{place} must not contain null bytes': '%{place} no debe contener bytes nulos',
  '%{place} does not have the expected format': '%{place} no tiene el formato esperado',
  '%{place} has invalid format': '%{place} no tiene un formato válido',
  '%{place} field is missing: Field required': 'Falta el campo %{place}: es obligatorio',
  'Argument "%{name}" at %{place} is unexpected':
    'No se esperaba el argumento "%{name}" en %{place}',
  'Invalid %{place}': '%{place} no es válido',
  'Invalid %{place} %{number}': '%{place} %{number} no es válido',
  'Invalid %{place}: Value error, Not in the list of possible values':
    '%{place} no es válido: no está en la lista de valores posibles',
  'Invalid %{place}: Value error, Not a recognized time zone':
    '%{place} no es válido: no es una zona horaria conocida',
  'Invalid %{place}: Value error, %{what}': '%{place} no es válido: %{what}',
  "Bad value for '%{path}': %{value}": "Valor incorrecto para '%{path}': %{value}",
  'Unsupported parameter combination: %{parameters}':
    'Combinación de parámetros no admitida: %{parameters}',
  'Invalid parameters': 'Los parámetros no son válidos',
  '%{name} key is missing from %{place}': 'Falta la clave %{name} en %{place}',
  'Unexpected arguments: %{names}': 'Argumentos inesperados: %{names}',

  'Bad event queue ID: %{id}': 'ID de cola de eventos incorrecto: %{id}',
  'An event newer than %{lastEventId} has already been pruned!':
    '¡Ya se descartó un evento más nuevo que %{lastEventId}!',
  'Event %{lastEventId} was not in this queue': 'El evento %{lastEventId} no estaba en esta cola',
  'Another process of the server has this event queue; try again':
    'Otro proceso del servidor tiene esta cola de eventos; inténtalo de nuevo',
  'Only processes of this server may call this.':
    'Solo los procesos de este servidor pueden llamar a esto.',
  'Too much happened; try again': 'Pasaron demasiadas cosas; inténtalo de nuevo',
  'Operator %{operator} not supported.': 'El operador %{operator} no se admite.',
  'Operand %{operand} not supported.': 'El operando %{operand} no se admite.',
} as const
