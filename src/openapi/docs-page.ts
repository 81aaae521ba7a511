/** The explorer's page. It loads nothing from another host and runs no inline script, as the security headers demand. */
export const docsPage = (basePath: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Rackfeed API</title>
<link rel="icon" type="image/png" href="${basePath}/api/docs/favicon-32x32.png">
<link rel="stylesheet" href="${basePath}/api/docs/swagger-ui.css">
<script src="${basePath}/api/docs/swagger-ui-bundle.js" defer></script>
<script src="${basePath}/api/docs/start.js" defer></script>
</head>
<body>
<main id="explorer"></main>
<noscript>This page needs JavaScript. The document itself is at <a href="${basePath}/api/openapi.json">${basePath}/api/openapi.json</a>.</noscript>
</body>
</html>
`;

/** Starts the explorer. Without \`validatorUrl: null\` it would ask another host about the document. */
export const docsStart = (basePath: string): string => `SwaggerUIBundle({
  url: '${basePath}/api/openapi.json',
  dom_id: '#explorer',
  deepLinking: true,
  displayRequestDuration: true,
  validatorUrl: null,
});
`;
