/** A message of a registry: its severity, its text with %1, %2 for its arguments, and what to do about it. */
export type RegistryMessage = readonly [severity: 'OK' | 'Warning' | 'Critical', text: string, resolution: string];

/** The messages of the registry Base 1.22 that this service sends, with the texts of the registry. */
export const BASE_MESSAGES = {
  Success: ['OK', 'The request completed successfully.', 'None.'],
  Created: ['OK', 'The resource was created successfully.', 'None.'],
  GeneralError: [
    'Critical',
    'A general error has occurred.  See Resolution for information on how to resolve the error, or @Message.ExtendedInfo if Resolution is not provided.',
    'None.',
  ],
  NoValidSession: [
    'Critical',
    'There is no valid session established with the implementation.',
    'Establish a session before attempting any operations.',
  ],
  InsufficientPrivilege: [
    'Critical',
    'There are insufficient privileges for the account or credentials associated with the current session to perform the requested operation.',
    'Either abandon the operation or change the associated access rights and resubmit the request if the operation failed.',
  ],
  PasswordChangeRequired: [
    'Critical',
    "The password provided for this account must be changed before access is granted.  PATCH the Password property for this account located at the target URI '%1' to complete this process.",
    'Change the password for this account using a PATCH to the Password property at the URI provided.',
  ],
  ResourceMissingAtURI: [
    'Critical',
    "The resource at the URI '%1' was not found.",
    'Place a valid resource at the URI or correct the URI and resubmit the request.',
  ],
  PropertyValueTypeError: [
    'Warning',
    "The value '%1' for the property %2 is not a type that the property can accept.",
    'Correct the value for the property in the request body and resubmit the request if the operation failed.',
  ],
  PropertyValueNotInList: [
    'Warning',
    "The value '%1' for the property %2 is not in the list of acceptable values.",
    'Choose a value from the enumeration list that the implementation can support and resubmit the request if the operation failed.',
  ],
  PropertyValueOutOfRange: [
    'Warning',
    "The value '%1' for the property %2 is not in the supported range of acceptable values.",
    'Correct the value for the property in the request body and resubmit the request if the operation failed.',
  ],
  PropertyValueFormatError: [
    'Warning',
    "The value '%1' for the property %2 is not a format that the property can accept.",
    'Correct the value for the property in the request body and resubmit the request if the operation failed.',
  ],
  PropertyMissing: [
    'Warning',
    'The property %1 is a required property and must be included in the request.',
    'Ensure that the property is in the request body and has a valid value and resubmit the request if the operation failed.',
  ],
  PropertyUnknown: [
    'Warning',
    'The property %1 is not in the list of valid properties for the resource.',
    'Remove the unknown property from the request body and resubmit the request if the operation failed.',
  ],
  PropertyNotWritable: [
    'Warning',
    'The property %1 is a read-only property and cannot be assigned a value.',
    'Remove the property from the request body and resubmit the request if the operation failed.',
  ],
  MalformedJSON: [
    'Critical',
    'The request body submitted was malformed JSON and could not be parsed by the receiving service.',
    'Ensure that the request body is valid JSON and resubmit the request.',
  ],
  UnrecognizedRequestBody: [
    'Warning',
    'The service detected a malformed request body that it was unable to interpret.',
    'Correct the request body and resubmit the request if it failed.',
  ],
  OperationFailed: [
    'Warning',
    'An error occurred internal to the service as part of the overall request.  Partial results may have been returned.',
    'Resubmit the request.  If the problem persists, consider resetting the service or provider.',
  ],
  OperationTimeout: [
    'Warning',
    'A timeout internal to the service occurred as part of the request.  Partial results may have been returned.',
    'Resubmit the request.  If the problem persists, consider resetting the service or provider.',
  ],
  InternalError: [
    'Critical',
    'The request failed due to an internal service error.  The service is still operational.',
    'Resubmit the request.  If the problem persists, consider resetting the service.',
  ],
  PreconditionFailed: [
    'Critical',
    'The ETag supplied did not match the ETag required to change this resource.',
    'Try the operation again using the appropriate ETag.',
  ],
  NoOperation: [
    'Warning',
    'The request body submitted contain no data to act upon and no changes to the resource took place.',
    'Add properties in the JSON object and resubmit the request.',
  ],
  ActionParameterUnknown: [
    'Warning',
    'The action %1 was submitted with the invalid parameter %2.',
    'Correct the invalid action parameter and resubmit the request if the operation failed.',
  ],
  ActionParameterMissing: [
    'Critical',
    'The action %1 requires the parameter %2 to be present in the request body.',
    'Supply the action with the required parameter in the request body when the request is resubmitted.',
  ],
  ActionParameterValueNotInList: [
    'Warning',
    "The value '%1' for the parameter %2 in the action %3 is not in the list of acceptable values.",
    'Choose a value from the enumeration list that the implementation can support and resubmit the request if the operation failed.',
  ],
  ActionParameterValueTypeError: [
    'Warning',
    "The value '%1' for the parameter %2 in the action %3 is not a type that the parameter can accept.",
    'Correct the value for the parameter in the request body and resubmit the request if the operation failed.',
  ],
  ActionParameterValueFormatError: [
    'Warning',
    "The value '%1' for the parameter %2 in the action %3 is not a format that the parameter can accept.",
    'Correct the value for the parameter in the request body and resubmit the request if the operation failed.',
  ],
  QueryParameterValueError: [
    'Warning',
    'The value for the parameter %1 is invalid.',
    'Correct the value for the query parameter in the request and resubmit the request if the operation failed.',
  ],
  QueryNotSupportedOnOperation: [
    'Warning',
    'Querying is not supported with the requested operation.',
    'Remove the query parameters and resubmit the request if the operation failed.',
  ],
  QueryParameterUnsupported: [
    'Warning',
    "Query parameter '%1' is not supported.",
    'Correct or remove the query parameter and resubmit the request.',
  ],
  QueryNotSupportedOnResource: [
    'Warning',
    'Querying is not supported on the requested resource.',
    'Remove the query parameters and resubmit the request if the operation failed.',
  ],
  OperationNotAllowed: ['Critical', 'The HTTP method is not allowed on this resource.', 'None.'],
  ResourceAlreadyExists: [
    'Critical',
    "The requested resource of type %1 with the property %2 with the value '%3' already exists.",
    'Do not repeat the create operation as the resource was already created.',
  ],
  CreateLimitReachedForResource: [
    'Critical',
    'The create operation failed because the resource has reached the limit of possible resources.',
    'Either delete resources and resubmit the request if the operation failed or do not resubmit the request.',
  ],
  HeaderInvalid: ['Critical', "Header '%1' is invalid.", 'Resubmit the request with a valid request header.'],
  ActionNotSupported: [
    'Critical',
    'The action %1 is not supported by the resource.',
    'Check the Actions property in the resource for the supported actions.',
  ],
  ServiceTemporarilyUnavailable: [
    'Critical',
    'The service is temporarily unavailable.  Retry in %1 seconds.',
    'Wait for the indicated retry duration and retry the operation.',
  ],
  EventBufferExceeded: ['Warning', 'Undelivered events may have been lost due to exceeding the event buffer.', 'None.'],
  ResourceInUse: [
    'Warning',
    'The change to the requested resource failed because the resource is in use or in transition.',
    'Remove the condition and resubmit the request if the operation failed.',
  ],
} as const satisfies Record<string, RegistryMessage>;
