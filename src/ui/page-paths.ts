/** Whether a path is that of a page: `/groups/7` is one of `/groups/:groupId`. A slash at the end does not count. */
export function isPage(path: string, pages: readonly string[]): boolean {
  const parts = partsOf(path);
  return pages.some((page) => {
    const wanted = partsOf(page);
    return (
      wanted.length === parts.length && wanted.every((part, place) => part.startsWith(':') || part === parts[place])
    );
  });
}

const partsOf = (path: string): string[] => path.split('/').filter(Boolean);
