/** Why a message is not sent, read, changed, moved, scheduled or reacted to. */
export const MESSAGES = {
  'Message must not be empty': 'El mensaje no debe estar vacío',
  'Message must not contain null bytes': 'El mensaje no debe contener bytes nulos',
  'Invalid character in topic, at position %{bad}!':
    '¡Hay un carácter no válido en el tema, en la posición %{bad}!',
  'Topic must not contain null bytes': 'El tema no debe contener bytes nulos',
  'Message must have recipients': 'El mensaje debe tener destinatarios',
  'Invalid message(s)': 'Mensajes no válidos',
  'Invalid type': 'El tipo no es válido',
  'Missing channel': 'Falta el canal',
  'Missing channel ID': 'Falta el ID del canal',
  'Missing topic': 'Falta el tema',
  "Empty 'to' list": "La lista 'to' está vacía",
  'Cannot send to multiple channels': 'No se puede enviar a varios canales',
  'Recipient lists may contain emails or user IDs, but not both.':
    'Las listas de destinatarios pueden tener correos o ID de usuarios, pero no ambos.',
  "Not authorized to send to channel '%{name}'":
    "No tienes autorización para enviar al canal '%{name}'",
  'You do not have permission to post in this channel.':
    'No tienes permiso para publicar en este canal.',
  'You do not have permission to create new topics in this channel.':
    'No tienes permiso para crear temas nuevos en este canal.',
  'Sending messages to the %{topic} is not allowed in this channel.':
    'En este canal no se permite enviar mensajes a %{topic}.',
  'Only the %{topic} topic is allowed in this channel.':
    'En este canal solo se permite el tema %{topic}.',
  'Direct messages are disabled in this organization.':
    'Los mensajes directos están deshabilitados en esta organización.',
  'This conversation does not include any users who can authorize it.':
    'En esta conversación no hay ningún usuario que pueda autorizarla.',
  'You do not have permission to initiate direct message conversations.':
    'No tienes permiso para iniciar conversaciones de mensajes directos.',
  "'%{email}' is no longer using Zulip.": "'%{email}' ya no usa Zulip.",
  'You do not have permission to use channel wildcard mentions in this channel.':
    'No tienes permiso para mencionar a todo el canal en este canal.',
  'You do not have permission to use topic wildcard mentions in this topic.':
    'No tienes permiso para mencionar a todo el tema en este tema.',
  "You are not allowed to mention user group '%{name}'.":
    "No puedes mencionar al grupo de usuarios '%{name}'.",

  "Missing 'anchor' argument.": "Falta el argumento 'anchor'.",
  'Invalid anchor': 'El ancla no es válida',
  'Too many messages requested (maximum %{max}).':
    'Se pidieron demasiados mensajes (máximo %{max}).',
  'The anchor can only be excluded at an end of the range':
    'El ancla solo se puede excluir en un extremo del rango',
  'The messages are too long for one answer; request fewer.':
    'Los mensajes son demasiado largos para una respuesta; pide menos.',
  'Too many messages are being fetched at once; try again.':
    'Se están leyendo demasiados mensajes a la vez; inténtalo de nuevo.',
  'Message edit history is disabled in this organization':
    'El historial de ediciones está deshabilitado en esta organización',
  'Read receipts are disabled in this organization.':
    'Las confirmaciones de lectura están deshabilitadas en esta organización.',
  "Flag not editable: '%{flag}'": "Marca no editable: '%{flag}'",
  "Invalid flag: '%{flag}'": "Marca no válida: '%{flag}'",
  "Invalid message flag operation: '%{op}'": "Operación de marca no válida: '%{op}'",

  'Nothing to change': 'No hay nada que cambiar',
  'Cannot change message content while changing channel':
    'No se puede cambiar el contenido del mensaje al cambiarlo de canal',
  'Invalid propagate_mode without topic edit': 'propagate_mode no es válido sin un cambio de tema',
  'Your organization has turned off message editing':
    'Tu organización desactivó la edición de mensajes',
  "You don't have permission to edit this message": 'No tienes permiso para editar este mensaje',
  'Widgets cannot be edited.': 'Los widgets no se pueden editar.',
  'The time limit for editing this message has passed': 'Ya pasó el plazo para editar este mensaje',
  "'prev_content_sha256' value does not match the expected value.":
    "El valor 'prev_content_sha256' no es el valor esperado.",
  "You don't have permission to delete this message": 'No tienes permiso para borrar este mensaje',
  'The time limit for deleting this message has passed':
    'Ya pasó el plazo para borrar este mensaje',
  "You don't have permission to move this message": 'No tienes permiso para mover este mensaje',
  'Direct messages cannot be moved to channels.':
    'Los mensajes directos no se pueden mover a canales.',
  'Direct messages cannot have topics.': 'Los mensajes directos no pueden tener temas.',
  'General chat cannot be marked as resolved': 'El chat general no se puede marcar como resuelto',
  "You don't have permission to resolve topics in this channel.":
    'No tienes permiso para resolver temas en este canal.',
  "The time limit for editing this message's channel has passed":
    'Ya pasó el plazo para cambiar el canal de este mensaje',
  "The time limit for editing this message's topic has passed.":
    'Ya pasó el plazo para cambiar el tema de este mensaje.',
  'You only have permission to move the %{young}/%{all} most recent messages in this topic.':
    'Solo tienes permiso para mover los %{young}/%{all} mensajes más recientes de este tema.',

  'Reaction already exists.': 'La reacción ya existe.',
  "Reaction doesn't exist.": 'La reacción no existe.',
  'At least one of the following arguments must be present: emoji_name, emoji_code':
    'Debe estar al menos uno de estos argumentos: emoji_name, emoji_code',
  "Emoji '%{name}' does not exist": "El emoji '%{name}' no existe",
  'Maximum reminder note length: %{max} characters':
    'Largo máximo de la nota del recordatorio: %{max} caracteres',
  'Scheduled delivery time must be in the future.': 'La hora de envío debe estar en el futuro.',
  'A user has at most %{max} reminders.': 'Un usuario tiene a lo más %{max} recordatorios.',
  'Reminder does not exist': 'El recordatorio no existe',
  'Scheduled message does not exist': 'El mensaje programado no existe',
  'Must specify exactly 1 channel ID for channel messages':
    'Para mensajes de canal se indica exactamente 1 ID de canal',
  'Recipient required when updating type of scheduled message.':
    'Se requiere el destinatario al cambiar el tipo del mensaje programado.',
  'Topic required when updating scheduled message type to channel.':
    'Se requiere el tema al cambiar el mensaje programado a uno de canal.',
  'Moderation request channel must be specified to enable message reporting.':
    'Para poder reportar mensajes se debe indicar el canal de solicitudes de moderación.',
  'For report_type=other, an explanation must be provided.':
    'Para report_type=other se debe dar una explicación.',
  'There should be a leading slash in the zcommand.': 'El comando debe empezar con una diagonal.',
  'No such command: %{command}': 'No existe el comando: %{command}',
  'You are still in dark theme.': 'Ya estás en el tema oscuro.',
  'Changed to dark theme! To revert dark theme, type `/light`.':
    '¡Cambiaste al tema oscuro! Para volver, escribe `/light`.',
  'You are still in light theme.': 'Ya estás en el tema claro.',
  'Changed to light theme! To revert light theme, type `/dark`.':
    '¡Cambiaste al tema claro! Para volver, escribe `/dark`.',
  'You are still in fluid width mode.': 'Ya estás en el modo de ancho fluido.',
  'Changed to fluid-width mode! To revert fluid-width mode, type `/fixed-width`.':
    '¡Cambiaste al ancho fluido! Para volver, escribe `/fixed-width`.',
  'You are still in fixed width mode.': 'Ya estás en el modo de ancho fijo.',
  'Changed to fixed-width mode! To revert fixed-width mode, type `/fluid-width`.':
    '¡Cambiaste al ancho fijo! Para volver, escribe `/fluid-width`.',
  'Invalid msg_type': 'msg_type no es válido',
  'You cannot attach a submessage to this message.':
    'No puedes adjuntar un submensaje a este mensaje.',
  'Invalid json for submessage': 'El JSON del submensaje no es válido',
  'Unknown type for %{place}: %{type}': 'Tipo desconocido en %{place}: %{type}',
  "You can't edit a question unless you are the author.":
    'Solo puedes editar una pregunta si eres su autor.',
  "You can't edit the task list title unless you are the author.":
    'Solo puedes editar el título de la lista de tareas si eres su autor.',
  'User has disabled typing notifications for channel messages':
    'El usuario desactivó los avisos de escritura en mensajes de canal',
  'User has disabled typing notifications for direct messages':
    'El usuario desactivó los avisos de escritura en mensajes directos',

  'Invalid narrow operator: %{description}': 'Operador de filtro no válido: %{description}',
  'No message can be both a channel message and direct message':
    'Ningún mensaje puede ser a la vez de un canal y directo',
  'unknown channel %{name}': 'canal desconocido %{name}',
  'unknown channels operand %{name}': 'operando de channels desconocido %{name}',
  'unknown user %{name}': 'usuario desconocido %{name}',
  'unknown user in %{names}': 'usuario desconocido en %{names}',
  "unknown 'is' operand %{name}": "operando de 'is' desconocido %{name}",
  "unknown 'in' operand %{name}": "operando de 'in' desconocido %{name}",
  "unknown 'has' operand %{name}": "operando de 'has' desconocido %{name}",
  'unknown operator %{name}': 'operador desconocido %{name}',
  'Invalid message ID': 'El ID del mensaje no es válido',
  "Invalid narrow operator combination: Duplicate 'with' operators.":
    "Combinación de operadores no válida: el operador 'with' está repetido.",
  "Invalid 'with' operator": "El operador 'with' no es válido",
  'element is not a string pair': 'el elemento no es un par de textos',
  'dict or list required': 'se requiere un objeto o una lista',
  'operator is missing': 'falta el operador',
  'operator is not a string': 'el operador no es un texto',
  'operand cannot be blank.': 'el operando no puede estar en blanco.',
  'negated is not a boolean': 'negated no es un valor booleano',
  'operand is missing': 'falta el operando',
  'operand is not a string or integer': 'el operando no es un texto ni un número entero',
} as const
