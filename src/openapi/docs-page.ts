/** The explorer's page. It loads nothing from another host and runs no inline script, as the security headers demand. */
export const DOCS_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Rackfeed API</title>
<link rel="icon" type="image/png" href="/api/docs/favicon-32x32.png">
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
<script src="/api/docs/swagger-ui-bundle.js" defer></script>
<script src="/api/docs/start.js" defer></script>
</head>
<body>
<main id="explorer"></main>
<noscript>This page needs JavaScript. The document itself is at <a href="/api/openapi.json">/api/openapi.json</a>.</noscript>
</body>
</html>
`;

/** Starts the explorer. Without \`validatorUrl: null\` it would ask another host about the document. */
export const DOCS_START = `SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#explorer',
  deepLinking: true,
  displayRequestDuration: true,
  validatorUrl: null,
});
`;
