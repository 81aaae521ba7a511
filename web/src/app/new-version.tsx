import { Button } from '@mantine/core';
import { words } from '../language/words.js';
import { useNewVersion } from '../session/new-version.js';
import './new-version.css';

/**
 * Offers to load the pages again after an upgrade of the controller or of the hub. It never does so by itself, and the browser asks
 * first if a form has unsaved changes.
 */
export function NewVersion() {
  const version = useNewVersion();
  return (
    <div className="new-version-place" role="status">
      {version !== undefined && (
        <div className="new-version">
          {words.shell.newVersion}
          <Button size="compact-sm" onClick={() => location.reload()}>
            {words.errors.reload}
          </Button>
        </div>
      )}
    </div>
  );
}
