import { Button, Stack, Text, Title } from '@mantine/core';
import { timesIn } from '../language/format.js';
import { words } from '../language/words.js';
import { queryClient } from '../api/queries.js';
import { lastSeen } from '../session/last-seen.js';

/** The page while the controller cannot be reached and nothing of it is known: no values, and when there last were some. */
export function Offline() {
  const seen = lastSeen();
  return (
    <Stack component="main" className="offline" align="center" gap="sm">
      <Title order={1}>{words.offline.title}</Title>
      <Text role="status">{words.offline.text}</Text>
      {seen && (
        <Text fw={600}>
          {words.offline.lastSeen(
            timesIn(seen.zone)
              .dateTime(seen.at)
              .replace(/:\d\d$/, ''),
          )}
        </Text>
      )}
      <Button onClick={() => void queryClient.refetchQueries({ queryKey: ['/api/user'] })}>
        {words.offline.again}
      </Button>
    </Stack>
  );
}
