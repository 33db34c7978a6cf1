/** What cannot be done with people and bots, their settings, invitations, and what is each one's own. */
export const PEOPLE = {
  'No such user': 'No existe ese usuario',
  'No such bot': 'No existe ese bot',
  'User is deactivated': 'El usuario está desactivado',
  'Invalid user ID %{id}': 'ID de usuario no válido %{id}',
  'Invalid user ID: %{id}': 'ID de usuario no válido: %{id}',
  "Invalid email '%{missing}'": "Correo no válido '%{missing}'",
  'Email is already in use.': 'El correo ya está en uso.',
  'Name too long!': '¡El nombre es demasiado largo!',
  'Name too short!': '¡El nombre es demasiado corto!',
  'Invalid characters in name!': '¡Hay caracteres no válidos en el nombre!',
  'Invalid format!': '¡El formato no es válido!',
  'The password is too weak.': 'La contraseña es demasiado débil.',
  'Wrong password!': '¡La contraseña no es correcta!',
  'Unique names required in this organization.':
    'En esta organización los nombres no se pueden repetir.',
  'User not authorized to change user emails':
    'No tienes autorización para cambiar los correos de usuarios',
  'The owner permission cannot be removed from the only organization owner.':
    'No se puede quitar el permiso de propietario al único propietario de la organización.',
  'Account has been deactivated.': 'La cuenta está desactivada.',
  'Already has an account.': 'Ya tiene una cuenta.',
  'Cannot deactivate the only organization owner.':
    'No se puede desactivar al único propietario de la organización.',
  'Cannot deactivate the only organization owner':
    'No se puede desactivar al único propietario de la organización',
  'Cannot deactivate the only user.': 'No se puede desactivar al único usuario.',
  'Avatar changes are disabled in this organization.':
    'El cambio de foto está deshabilitado en esta organización.',
  'Email address changes are disabled in this organization.':
    'El cambio de correo está deshabilitado en esta organización.',
  'Presence is not supported for bot users.': 'Los bots no tienen presencia.',
  'No presence data for %{name}': 'No hay datos de presencia de %{name}',
  'Invalid status: %{status}': 'Estado no válido: %{status}',
  'Client must pass emoji_name if they pass either emoji_code or reaction_type.':
    'Se debe indicar emoji_name si se indica emoji_code o reaction_type.',
  'Client did not pass any new values.': 'No se indicó ningún valor nuevo.',
  'Invalid default_language': 'default_language no es válido',
  "Invalid language '%{value}'": "Idioma no válido '%{value}'",
  "Invalid notification sound '%{value}'": "Sonido de notificación no válido '%{value}'",
  'Invalid email batching period: %{seconds} seconds':
    'Periodo de agrupación de correos no válido: %{seconds} segundos',

  'Bad name or username': 'El nombre o el usuario no es correcto',
  'Username already in use': 'El nombre de usuario ya está en uso',
  'Name is already in use!': '¡El nombre ya está en uso!',
  'Embedded bots are not enabled.': 'Los bots integrados no están habilitados.',
  'Invalid bot type': 'El tipo de bot no es válido',
  'Invalid interface type': 'El tipo de interfaz no es válido',
  'service_payload_url and service_interface are for bots of type 3 only':
    'service_payload_url y service_interface son solo para bots de tipo 3',
  'Failed to change owner, no such user': 'No se cambió el dueño: no existe ese usuario',
  'Failed to change owner, user is deactivated':
    'No se cambió el dueño: el usuario está desactivado',
  "Failed to change owner, bots can't own other bots":
    'No se cambió el dueño: un bot no puede ser dueño de otro',
  'Key does not exist.': 'La clave no existe.',
  'The storage would hold %{total} characters. The limit is %{max} characters.':
    'El almacén tendría %{total} caracteres. El límite es de %{max} caracteres.',

  'You are not allowed to change this field. Contact an administrator to update it.':
    'No puedes cambiar este campo. Pide a un administrador que lo actualice.',
  'Invalid field type.': 'El tipo de campo no es válido.',
  'Label cannot be blank.': 'La etiqueta no puede estar en blanco.',
  'A field with that label already exists.': 'Ya existe un campo con esa etiqueta.',
  'Field must have at least one choice.': 'El campo debe tener al menos una opción.',
  'Field type not supported for display in profile summary.':
    'Este tipo de campo no se puede mostrar en el resumen del perfil.',
  'Only %{max} custom profile fields can be displayed in the profile summary.':
    'En el resumen del perfil solo se pueden mostrar %{max} campos personalizados.',
  'Field id %{id} not found.': 'No se encontró el campo con ID %{id}.',
  "'%{value}' is not a valid choice for '%{name}'.":
    "'%{value}' no es una opción válida de '%{name}'.",

  'Invalid address.': 'La dirección no es válida.',
  'You must specify at least one email address.': 'Indica al menos una dirección de correo.',
  'Outside your domain.': 'Fuera de tu dominio.',
  'Please use your real email address.': 'Usa tu dirección de correo verdadera.',
  'Reserved for system bots.': 'Reservado para bots del sistema.',
  "Some emails did not validate, so we didn't send any invitations.":
    'Algunos correos no son válidos, así que no enviamos ninguna invitación.',
  "We weren't able to invite anyone.": 'No pudimos invitar a nadie.',
  "Some of those addresses are already using Zulip, so we didn't send them an invitation. We did send invitations to everyone else!":
    'Algunas de esas direcciones ya usan Zulip, así que no les enviamos invitación. ¡A todas las demás sí!',
  'To protect users, Zulip limits the number of invitations you can send in one day. Because you have reached the limit, no invitations were sent.':
    'Para proteger a los usuarios, Zulip limita las invitaciones que puedes enviar en un día. Como llegaste al límite, no se envió ninguna.',
  'A user has at most %{max} reusable links.':
    'Un usuario tiene a lo más %{max} enlaces reutilizables.',
  'Invalid channel ID %{wrong}. No invites were sent.':
    'ID de canal no válido %{wrong}. No se envió ninguna invitación.',
  'You do not have permission to subscribe other users to channels.':
    'No tienes permiso para suscribir a otros usuarios a canales.',
  'Invitation has already been revoked': 'La invitación ya se anuló',
  'No such invitation': 'No existe esa invitación',
  'The link leads nowhere': 'El enlace no lleva a ninguna parte',
  'The address is not confirmed.': 'La dirección no está confirmada.',
  'You need an invitation to join this organization.':
    'Necesitas una invitación para unirte a esta organización.',
  'Nobody else vouches for people here': 'Aquí nadie más responde por las personas',
  'Invalid OTP': 'El código de un solo uso no es válido',
  'The provider did not sign in': 'El proveedor no inició la sesión',

  'Draft does not exist': 'El borrador no existe',
  'User has disabled synchronizing drafts.':
    'El usuario desactivó la sincronización de borradores.',
  'Timestamp must not be negative.': 'La marca de tiempo no debe ser negativa.',
  'Cannot mute self': 'No puedes silenciarte a ti mismo',
  'User already muted': 'El usuario ya está silenciado',
  'User is not muted': 'El usuario no está silenciado',
  'Built-in views cannot have a custom name.': 'Las vistas incluidas no pueden tener otro nombre.',
  'Built-in views cannot have a custom name': 'Las vistas incluidas no pueden tener otro nombre',
  'Custom views must have a valid name.': 'Las vistas propias deben tener un nombre válido.',
  'Navigation view already exists.': 'La vista de navegación ya existe.',
  'Navigation view does not exist.': 'La vista de navegación no existe.',
  'Saved snippet does not exist.': 'El fragmento guardado no existe.',
  'Title cannot be empty.': 'El título no puede estar vacío.',
  'Unknown onboarding_step: %{step}': 'onboarding_step desconocido: %{step}',
} as const
