/** What cannot be done with channels, their folders and subscriptions, and with user groups. */
export const CHANNELS = {
  'Invalid channel ID': 'El ID del canal no es válido',
  "Channel '%{name}' already exists": "El canal '%{name}' ya existe",
  "Channel '%{name}' does not exist": "El canal '%{name}' no existe",
  "Channel with ID '%{to}' does not exist": "El canal con ID '%{to}' no existe",
  'Channel is already deactivated': 'El canal ya está desactivado',
  'Channel is not currently deactivated': 'El canal no está desactivado',
  'Channel is private and have no subscribers': 'El canal es privado y no tiene suscriptores',
  'Channel already has that name.': 'El canal ya tiene ese nombre.',
  "Channel name can't be empty.": 'El nombre del canal no puede estar vacío.',
  'Channel name too long (limit: %{max} characters).':
    'El nombre del canal es demasiado largo (límite: %{max} caracteres).',
  'Invalid character in channel name, at position %{bad}.':
    'Hay un carácter no válido en el nombre del canal, en la posición %{bad}.',
  "Invalid channel name '%{name}'": "El nombre de canal '%{name}' no es válido",
  'Channel content access is required.': 'Se requiere acceso al contenido del canal.',
  'You do not have permission to administer this channel.':
    'No tienes permiso para administrar este canal.',
  'You do not have permission to change default channels.':
    'No tienes permiso para cambiar los canales predeterminados.',
  'A default channel cannot be private.': 'Un canal predeterminado no puede ser privado.',
  'Private channels cannot be made default.': 'Los canales privados no pueden ser predeterminados.',
  'A moderation request channel cannot be public.':
    'El canal de solicitudes de moderación no puede ser público.',
  'Web-public channels are not enabled.': 'Los canales públicos en la web no están habilitados.',
  'is_archived can only be false; a channel is archived with DELETE /streams/{stream_id}':
    'is_archived solo puede ser false; un canal se archiva con DELETE /streams/{stream_id}',
  'To enable this configuration, all messages in this channel must be in the %{topic} topic. Consider renaming or deleting other topics.':
    'Para activar esta configuración, todos los mensajes de este canal deben estar en el tema %{topic}. Considera renombrar o borrar otros temas.',
  'Unable to access channel (%{channel}).': 'No puedes entrar al canal (%{channel}).',
  'Not subscribed to channel ID %{streamId}': 'No estás suscrito al canal con ID %{streamId}',
  'Unknown subscription property: %{name}': 'Propiedad de suscripción desconocida: %{name}',
  '%{name} is not a valid hex color code': '%{name} no es un color hexadecimal válido',
  'Nothing to do. Specify at least one of "add" or "delete".':
    'No hay nada que hacer. Indica al menos "add" o "delete".',
  'Topic is not muted': 'El tema no está silenciado',
  "No such topic '%{topic_name}'": "No existe el tema '%{topic_name}'",
  'Invalid channel folder ID': 'El ID de la carpeta de canales no es válido',
  "Channel folder name can't be empty.": 'El nombre de la carpeta de canales no puede estar vacío.',
  'Channel folder name already in use': 'El nombre de la carpeta de canales ya está en uso',
  'Invalid character in channel folder name, at position %{bad}.':
    'Hay un carácter no válido en el nombre de la carpeta de canales, en la posición %{bad}.',
  'You need to remove all the channels from this folder to archive it.':
    'Quita todos los canales de esta carpeta para archivarla.',
  'Invalid order mapping.': 'El orden no es válido.',

  'Invalid user group': 'El grupo de usuarios no es válido',
  'Invalid user group ID: %{id}': 'ID de grupo de usuarios no válido: %{id}',
  "User group '%{name}' already exists.": "El grupo de usuarios '%{name}' ya existe.",
  "User group name can't be empty!": '¡El nombre del grupo de usuarios no puede estar vacío!',
  'User group name cannot exceed %{max} characters.':
    'El nombre del grupo de usuarios no puede pasar de %{max} caracteres.',
  "User group name cannot start with '%{prefix}'.":
    "El nombre del grupo de usuarios no puede empezar con '%{prefix}'.",
  'User group is deactivated.': 'El grupo de usuarios está desactivado.',
  'User group is already deactivated.': 'El grupo de usuarios ya está desactivado.',
  'Cannot deactivate user group in use.':
    'No se puede desactivar un grupo de usuarios que está en uso.',
  'User %{already} is already a member of this group':
    'El usuario %{already} ya es miembro de este grupo',
  "There is no member '%{stranger}' in this user group":
    "No hay un miembro '%{stranger}' en este grupo de usuarios",
  'User group %{already} is already a subgroup of this group.':
    'El grupo de usuarios %{already} ya es un subgrupo de este grupo.',
  'User group %{id} is already a subgroup of one of the passed subgroups.':
    'El grupo de usuarios %{id} ya es un subgrupo de uno de los subgrupos indicados.',
  'User group %{stranger} is not a subgroup of this group.':
    'El grupo de usuarios %{stranger} no es un subgrupo de este grupo.',
  "'%{name}' setting cannot be set to '%{group}' group.":
    "El ajuste '%{name}' no puede ser el grupo '%{group}'.",
  "'%{name}' must be a system user group.": "'%{name}' debe ser un grupo de usuarios del sistema.",
  "'old' value does not match the expected value.": "El valor 'old' no es el valor esperado.",
  'No new data supplied': 'No se indicaron datos nuevos',
  'Nothing to do. Specify at least one of "add", "delete", "add_subgroups" or "delete_subgroups".':
    'No hay nada que hacer. Indica al menos "add", "delete", "add_subgroups" o "delete_subgroups".',
} as const
