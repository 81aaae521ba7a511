"""A Modbus slave on pymodbus (Debian: python3-pymodbus): unit 1 is a board of 8 relays, unit 2 a meter.

Arguments: "tcp <port>" or "rtu <path>". Prints "ready", then each write to a relay as "coil <address> <0|1>".
A line on standard input sets registers of the meter: "<address> <word> <word>...".
"""
import asyncio
import sys
import threading

from pymodbus.datastore import ModbusSequentialDataBlock, ModbusServerContext, ModbusSlaveContext
from pymodbus.server.async_io import ModbusSerialServer, ModbusTcpServer
from pymodbus.transaction import ModbusRtuFramer, ModbusSocketFramer


class Relays(ModbusSequentialDataBlock):
    def setValues(self, address, values):
        super().setValues(address, values)
        for place, value in enumerate(values if isinstance(values, list) else [values]):
            print(f"coil {address + place} {int(bool(value))}", flush=True)


relays = ModbusSlaveContext(
    co=Relays(0, [False] * 8),
    di=ModbusSequentialDataBlock(0, [False]),
    hr=ModbusSequentialDataBlock(0, [0]),
    ir=ModbusSequentialDataBlock(0, [0]),
    zero_mode=True,
)
registers = ModbusSequentialDataBlock(0, [0] * 0x200)
meter = ModbusSlaveContext(
    co=ModbusSequentialDataBlock(0, [False]),
    di=ModbusSequentialDataBlock(0, [False]),
    hr=ModbusSequentialDataBlock(0, [0]),
    ir=registers,
    zero_mode=True,
)
context = ModbusServerContext(slaves={1: relays, 2: meter}, single=False)


def take_orders():
    for line in sys.stdin:
        address, *words = [int(part) for part in line.split()]
        registers.setValues(address, words)
        print(f"set {address}", flush=True)


async def main():
    threading.Thread(target=take_orders, daemon=True).start()
    kind, where = sys.argv[1:3]
    if kind == "tcp":
        server = ModbusTcpServer(
            context, address=("127.0.0.1", int(where)), framer=ModbusSocketFramer, ignore_missing_slaves=True
        )
        task = asyncio.ensure_future(server.serve_forever())
        await asyncio.wait({task, server.serving}, return_when=asyncio.FIRST_COMPLETED)
    else:
        server = ModbusSerialServer(
            context, port=where, framer=ModbusRtuFramer, baudrate=9600, ignore_missing_slaves=True
        )
        await server.start()
        task = asyncio.ensure_future(server.serve_forever())
    if not task.done():
        print("ready", flush=True)
    await task


asyncio.run(main())
