"""A Modbus client on pymodbus (Debian: python3-pymodbus). Argument: the port of 127.0.0.1.

Each line on standard input is one request, as JSON: [method, arguments...]. Prints "ready", then the answer to each
request as one line of JSON: the registers or bits, {"exception": code}, or the texts of the device identification.
"""
import json
import sys

from pymodbus.client import ModbusTcpClient
from pymodbus.mei_message import ReadDeviceInformationRequest

client = ModbusTcpClient("127.0.0.1", port=int(sys.argv[1]), timeout=60)
client.connect()
print("ready", flush=True)


def ask(method, *arguments):
    if method == "identify":
        code, number = arguments
        answer = client.execute(ReadDeviceInformationRequest(read_code=code, object_id=number, unit=1))
    else:
        answer = getattr(client, method)(*arguments, slave=1)
    if hasattr(answer, "exception_code"):
        return {"exception": answer.exception_code}
    for name in ("registers", "bits"):
        if getattr(answer, name, None):
            return getattr(answer, name)
    if hasattr(answer, "information"):
        return {str(key): value.decode() for key, value in answer.information.items()}
    return "ok"


for line in sys.stdin:
    print(json.dumps(ask(*json.loads(line))), flush=True)
